// Chooses the folder for test data: in memory where the system has a file system for that (Linux, /dev/shm) with
// enough room, otherwise the system's temporary folder. Databases that wait for the disk at every commit cost CI
// minutes. No test needs a real disk, because a killed process loses nothing that it has written.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const prefix = 'carryover-tests-'
/** Bytes. Two workers with files of a few hundred thousand rows stay far below. */
const roomNeeded = 4 * 1024 ** 3

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the folders of killed runs. */
function removeOld(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** A fresh folder that is removed when this process ends, or null when there is not enough room. */
export function memoryFolder(parent = inMemory, room = roomNeeded) {
  try {
    removeOld(parent)
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < room) return null
    const folder = join(parent, `${prefix}${process.pid}`)
    mkdirSync(folder, { recursive: true })
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return null
  }
}
