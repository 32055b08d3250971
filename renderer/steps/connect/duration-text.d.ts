/** In milliseconds, more than none and at most a year; null for anything else. */
export declare function durationIn(text: string): number | null
/** In the largest unit that says it whole; else in seconds. */
export declare function durationText(ms: number): string
