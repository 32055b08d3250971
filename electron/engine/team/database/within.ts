// Waiting that has an end: a network that carries nothing reports no error.

/** True if one of the events came within the milliseconds; an event that fails counts as one that came. */
export async function comesWithin(events: readonly Promise<unknown>[], ms: number): Promise<boolean> {
  const time = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => time.resolve(false), ms)
  const came = events.map((event) =>
    event.then(
      () => true,
      () => true,
    ),
  )
  const first = await Promise.race([time.promise, ...came])
  clearTimeout(timer)
  return first
}
