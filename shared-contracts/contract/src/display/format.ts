/** Business days and times are in Japan time (spec/domain "Days"). */
export const timeZone = 'Asia/Tokyo'

const none = '—'
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = cache.get(key)
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a key always names one kind of format
  if (known) return known as T
  const made = make()
  cache.set(key, made)
  return made
}

type Numeric = number | string | null | undefined

function decimal(language: string, value: Numeric, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined) return none
  // A decimal string is formatted exactly, without a detour over binary floats.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- format takes decimal strings; the types of the library know that for literals only
  const text = cached(`${language}|${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options)).format(value as number)
  // In Japanese, Intl uses a full-width ￥, which stands out next to half-width digits in columns of figures.
  return text.replace('￥', '¥')
}

export function formatCount(value: Numeric, language: string): string {
  return decimal(language, value, { maximumFractionDigits: 0 })
}

/** Formats a sum in whole yen, rounded half up. */
export function formatYen(value: Numeric, language: string): string {
  return formatYenRate(value, language, 0)
}

/** Formats a unit price with all of its decimals. */
export function formatPrice(value: Numeric, language: string): string {
  return decimal(language, value, {
    style: 'currency',
    currency: 'JPY',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 6,
  })
}

function yenRateDigits(value: Numeric): number {
  return value !== null && value !== undefined && Math.abs(Number(value)) < 100 ? 2 : 0
}

/** Formats a price in yen with `digits` decimals; by default none, or two below ¥100 (spec/domain "Metrics"). */
export function formatYenRate(value: Numeric, language: string, digits = yenRateDigits(value)): string {
  return decimal(language, value, {
    style: 'currency',
    currency: 'JPY',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Formats a percentage that is already multiplied by 100. */
export function formatPercent(value: Numeric, language: string, digits = 2): string {
  const text = decimal(language, value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return text === none ? none : `${text}%`
}

/** Formats a file size in bytes, kilobytes or megabytes; a kilobyte has 1,000, as in the limits of uploads. */
export function formatBytes(bytes: number, language: string): string {
  const style = { style: 'unit', maximumFractionDigits: 0 } as const
  if (bytes < 1_000) return decimal(language, bytes, { ...style, unit: 'byte', unitDisplay: 'long' })
  // More would be rounded to 1,000 kB.
  if (bytes < 999_500) return decimal(language, bytes / 1_000, { ...style, unit: 'kilobyte' })
  return decimal(language, bytes / 1_000_000, { ...style, unit: 'megabyte', maximumFractionDigits: 1 })
}

export function formatDate(value: string | null | undefined, language: string): string {
  if (!value) return none
  const instant = value.length === 10 ? `${value}T00:00:00+09:00` : value
  return cached(
    `d|${language}`,
    () => new Intl.DateTimeFormat(language, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ).format(new Date(instant))
}

export function formatDateTime(value: string | null | undefined, language: string): string {
  if (!value) return none
  return cached(
    `t|${language}`,
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  ).format(new Date(value))
}

/** Formats the end of a period: midnight is shown as the end of the previous day. */
export function formatEnd(value: string | null | undefined, language: string): string {
  if (!value) return none
  // Midnight in Japan is 15:00 UTC.
  const isMidnight = Date.parse(value) % 86_400_000 === 15 * 3_600_000
  return isMidnight ? formatDate(new Date(Date.parse(value) - 1).toISOString(), language) : formatDateTime(value, language)
}
