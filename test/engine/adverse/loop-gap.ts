// Measures the longest time in which this process did nothing else: a 5 ms ticker records how late each tick was, and
// how much of the delay this thread spent computing. On a busy machine a process also waits to be scheduled; that
// time does not count.
import type { Gap } from './words.ts'

const every = 5

export function watchLoop() {
  let last = performance.now()
  let lastCpu = computed()
  let worst: Gap = { wall: 0, cpu: 0 }
  const timer = setInterval(tick, every)

  function tick(): void {
    const now = performance.now()
    const cpu = computed()
    if (now - last - every > worst.wall) worst = { wall: now - last - every, cpu: cpu - lastCpu }
    last = now
    lastCpu = cpu
  }
  return {
    /** The worst since the last lap. */
    lap(): Gap {
      tick()
      const gap = { wall: Math.round(worst.wall), cpu: Math.round(worst.cpu) }
      worst = { wall: 0, cpu: 0 }
      return gap
    },
    stop: () => clearInterval(timer),
  }
}

/** CPU time of this thread in milliseconds. */
function computed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
