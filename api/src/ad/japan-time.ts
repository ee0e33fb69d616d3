/** An instant on the clocks of Japan, as both languages read it: `2026/04/01 09:00`. */
export function japanTime(instant: Date): string {
  return new Date(instant.getTime() + 9 * 3_600_000).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ')
}
