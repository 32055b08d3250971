// Yields to the event loop between two pieces of long work, so that requests and windows are served meanwhile.
export { setImmediate as yieldToEventLoop } from 'node:timers/promises'
