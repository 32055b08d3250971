// Installs a Debian package. Needs Debian and root.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * @param {string} name A package.
 * @param {(sentence: string) => void} say
 * @returns {boolean} Whether it is installed now; false as well where this is no Debian or the user is not root.
 */
export function installDebianPackage(name, say) {
  const isRoot = process.getuid?.() === 0
  if (process.platform !== 'linux' || !isRoot || !existsSync('/etc/debian_version')) return false
  say(`installing Debian's package ${name} with apt-get …`)
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  return [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', name],
  ].every((words) => spawnSync('apt-get', words, options).status === 0)
}
