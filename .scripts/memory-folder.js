// Chooses the folder for the tests' files: in memory where the system offers it (Linux, /dev/shm) with enough space,
// otherwise the system's folder for temporary files. Databases that wait for a disk at every commit cost CI minutes,
// and no test needs a disk: a killed process loses nothing that it has written.
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

/** Folders of runs that were killed. */
function removeOld(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** A fresh folder that is gone when this process ends, or null where there is no room for one. */
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
