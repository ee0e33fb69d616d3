/** Milliseconds by which Japan's time is ahead of UTC; Japan has no daylight saving time (spec/domain "Days"). */
export const japanOffset = 9 * 3_600_000

/** The day in Japan at an instant, today by default, as `YYYY-MM-DD`. */
export const japanDay = (at: Date = new Date()): string => new Date(at.getTime() + japanOffset).toISOString().slice(0, 10)
