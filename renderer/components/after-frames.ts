// Runs a function some animation frames later, for what must wait until the page has been drawn.
export function afterFrames(frames: number, run: () => void): void {
  if (frames === 0) run()
  else requestAnimationFrame(() => afterFrames(frames - 1, run))
}
