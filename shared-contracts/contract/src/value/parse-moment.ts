import { japanOffset } from './japan-offset.ts'
import { required } from './required.ts'

const dayLength = 86_400_000

/** Parsed input: a day `YYYY-MM-DD`, and the time of day in seconds (up to 24:00), null if none was given. */
interface Moment {
  readonly day: string
  readonly seconds: number | null
}

interface Reading {
  /** Today's date in Japan. If given, the year of a day may be omitted (`12/1`). */
  readonly today?: string
}

type Parts = readonly [year: number, month: number, day: number]

const longest = 60
const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const
const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
/** Names and letters of Japanese eras, the year before their first year, and their range of days. */
const eras = [
  { names: ['令和', 'R'], before: 2018, from: '2019-05-01', to: '9999-12-31' },
  { names: ['平成', 'H'], before: 1988, from: '1989-01-08', to: '2019-04-30' },
  { names: ['昭和', 'S'], before: 1925, from: '1926-12-25', to: '1989-01-07' },
] as const

/** Years that every reader of our days knows: spreadsheets begin with the first and end with the last. */
const isYear = (year: number) => year >= 1900 && year <= 9999

function isDay([year, month, day]: Parts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Formats an existing day as `YYYY-MM-DD`; null if the day does not exist. */
function dayOf([year, month, day]: Parts): string | null {
  return isYear(year) && isDay([year, month, day]) ? new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) : null
}

const addDay = (day: string): string => new Date(Date.parse(day) + dayLength).toISOString().slice(0, 10)

/**
 * Resolves a day without a year to the current year if that is also the nearest such day. Otherwise it is
 * ambiguous and rejected: in November, `1/10` may be the past or the coming one.
 */
function dayOfThisYear(month: number, day: number, today: string | undefined): string | null {
  if (today === undefined) return null
  const found = dayOf([Number(today.slice(0, 4)), month, day])
  return found !== null && Math.abs(Date.parse(found) - Date.parse(today)) < 183 * dayLength ? found : null
}

function eraDay(name: string, year: string, month: string, day: string): string | null {
  const era = required(
    eras.find(({ names }) => names.some((known) => known === name)),
    `the era ${name}`,
  )
  const found = dayOf([era.before + (year === '元' ? 1 : Number(year)), Number(month), Number(day)])
  return found !== null && found >= era.from && found <= era.to ? found : null
}

function namedDay(year: string, name: string, day: string): string | null {
  const month = monthNames.findIndex((known) => known === name.slice(0, 3))
  return month === -1 ? null : dayOf([Number(year), month + 1, Number(day)])
}

const between = String.raw`(?: ?[-/.年] ?| )`
const behindMonth = String.raw`(?: ?[-/.月] ?| )`
const end = String.raw`(?: ?日|(?!\d))`
const monthName = String.raw`(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*\.?`

/** Day formats at the start of a text; the first match wins. */
const dayForms: readonly (readonly [RegExp, (groups: readonly string[], reading: Reading) => string | null])[] = [
  [new RegExp(`^(\\d{4})${between}(\\d{1,2})${behindMonth}(\\d{1,2})${end}`, 'u'), ([y, m, d]) => dayOf([Number(y), Number(m), Number(d)])],
  [/^(\d{4})(\d{2})(\d{2})(?=\D|$|\d{4}$|\d{6}$)/u, ([y, m, d]) => dayOf([Number(y), Number(m), Number(d)])],
  [
    new RegExp(`^(令和|平成|昭和|[RHS]) ?(元|\\d{1,2})${between}(\\d{1,2})${behindMonth}(\\d{1,2})${end}`, 'u'),
    ([name = '', y = '', m = '', d = '']) => eraDay(name, y, m, d),
  ],
  // The site's English notation, month first.
  [/^(\d{1,2}) ?\/ ?(\d{1,2}) ?\/ ?(\d{4})(?!\d)/u, ([m, d, y]) => dayOf([Number(y), Number(m), Number(d)])],
  [new RegExp(`^${monthName} (\\d{1,2})(?:ST|ND|RD|TH)?,? ?(\\d{4})(?!\\d)`, 'u'), ([m = '', d = '', y = '']) => namedDay(y, m, d)],
  [new RegExp(`^(\\d{1,2})(?:ST|ND|RD|TH)?[ -]${monthName},?[ -](\\d{4})(?!\\d)`, 'u'), ([d = '', m = '', y = '']) => namedDay(y, m, d)],
  // Two digits from 20 on are a year of this century, because they can be neither a month nor a year of the current era
  // yet.
  [
    new RegExp(`^'?([2-4]\\d)${between}(\\d{1,2})${behindMonth}(\\d{1,2})${end}`, 'u'),
    ([y, m, d]) => dayOf([2000 + Number(y), Number(m), Number(d)]),
  ],
  [/^(\d{1,2})(?: ?[/月] ?)(\d{1,2})(?: ?日|(?![\d/]))/u, ([m, d], { today }) => dayOfThisYear(Number(m), Number(d), today)],
]

/** Removes a weekday after the day; null if it does not match the day. */
function withoutWeekday(rest: string, day: string): string | null {
  const [whole, japanese, english] =
    /^ ?(?:[([](?:([日月火水木金土])(?:曜日?)?|([A-Z]{3})[A-Z]*\.?)[)\]]|[日月火水木金土]曜日?)/u.exec(rest) ?? []
  if (whole === undefined) return rest
  const weekday = new Date(day).getUTCDay()
  const named = japanese ?? /[日月火水木金土](?=曜)/u.exec(whole)?.[0]
  const fits = english === undefined ? weekdays[weekday] === named : weekdayNames[weekday] === english
  return fits ? rest.slice(whole.length) : null
}

const clockForm =
  /^(午前|午後|AM|PM)? ?(\d{1,2})(?: ?: ?(\d{2})(?: ?: ?(\d{2})(?:\.\d+)?)?| ?時 ?(?:(半)|(\d{1,2}) ?分 ?(?:(\d{1,2}) ?秒)?)?)? ?(AM|PM)?$/u

/** Seconds since midnight, up to 24:00; null if invalid. 午後12時 is ambiguous (noon or midnight) and therefore invalid. */
function secondsOf(text: string): number | null {
  if (text === '正午') return dayLength / 2000
  const compact = /^(\d{2})(\d{2})(\d{2})?$/u.exec(text)
  const [, before, hours, minutes = compact?.[2], seconds = compact?.[3], half, minutesOf, secondsOfMinute, behind] = compact
    ? [text, undefined, compact[1]]
    : (clockForm.exec(text) ?? [])
  const noon = before ?? behind
  if (hours === undefined || (before && behind) || (/^\d+$/u.test(text) && !compact)) return null
  const [hour, minute, second] = [Number(hours), half ? 30 : Number(minutes ?? minutesOf ?? 0), Number(seconds ?? secondsOfMinute ?? 0)]
  if (noon !== undefined && hour > (/[AP]M/u.test(noon) ? 12 : 11)) return null
  const late = noon === '午後' || noon === 'PM'
  const found = ((noon === undefined ? hour : (hour % 12) + (late ? 12 : 0)) * 60 + minute) * 60 + second
  return minute < 60 && second < 60 && found <= dayLength / 1000 ? found : null
}

function tidied(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[‐-―−]/gu, '-')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/ ?(?:まで|迄)$|^(?:THROUGH|UNTIL) /gu, '')
}

const instantForm = /^(\d{4})-(\d{2})-(\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u

function readMoment(text: string, reading: Reading): Moment | null {
  if (text.length > longest) return null
  const written = tidied(text)
  const [stamp, y, m, d] = instantForm.exec(written) ?? []
  if (stamp !== undefined) {
    const instant = Date.parse(stamp)
    // JavaScript engines parse February 30 as a day in March. Which years are taken is a matter of the day in Japan.
    if (Number.isNaN(instant) || !isDay([Number(y), Number(m), Number(d)])) return null
    const day = new Date(instant + japanOffset).toISOString().slice(0, 10)
    return { day, seconds: (instant + japanOffset - Date.parse(day)) / 1000 }
  }
  for (const [form, read] of dayForms) {
    const [whole, ...groups] = form.exec(written) ?? []
    if (whole === undefined) continue
    const day = read(groups, reading)
    if (day === null) return null
    const rest = withoutWeekday(written.slice(whole.length), day)
    if (rest === null) return null
    const clock = rest.replace(/^[ T,]+/u, '')
    if (clock === '') return { day, seconds: null }
    const seconds = secondsOf(clock)
    return seconds === null ? null : { day, seconds }
  }
  return null
}

/** Parses a time of day (`10:00`, `10時30分`, `午後3時`, `3 pm`) into `HH:mm:ss`; null if invalid. */
export function parseTime(text: string): string | null {
  const written = tidied(text)
  const seconds = written.length > longest || /^\d+$/u.test(written) ? null : secondsOf(written)
  if (seconds === null) return null
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
}

/**
 * Parses a day as users type or paste it into `YYYY-MM-DD` (docs/decisions/0019); null if it does not exist or
 * is ambiguous. A midnight time is dropped; any other time is invalid here.
 */
export function parseDay(text: string, reading: Reading = {}): string | null {
  const moment = readMoment(text, reading)
  return moment && !moment.seconds && isYear(Number(moment.day.slice(0, 4))) ? moment.day : null
}

/** True if the text contains a day with a time although only a day is expected. */
export function hasTime(text: string): boolean {
  return Boolean(readMoment(text, {})?.seconds)
}

/** The last day of a period if it ends at the end of a day; null otherwise. */
export function lastDay(end: string): string | null {
  const wall = Date.parse(end) + japanOffset
  return wall % dayLength === 0 ? new Date(wall - 1).toISOString().slice(0, 10) : null
}

/**
 * Parses a day, with an optional time in JST, into an ISO instant (UTC); instants are returned unchanged. A day
 * alone means its midnight, or the end of that day if it ends a period (`end`): users who say "until the 20th"
 * include the 20th. Null if the day in Japan does not exist or is none of 1900 to 9999.
 */
export function parseInstant(text: string, { end: isEnd = false, ...reading }: Reading & { end?: boolean } = {}): string | null {
  const moment = readMoment(text, reading)
  if (!moment) return null
  const { day, seconds } = moment
  const start = Date.parse(seconds === null && isEnd ? addDay(day) : day) - japanOffset
  const instant = Math.round(start + (seconds ?? 0) * 1000)
  // A period that ends at midnight ends with the day before.
  const inJapan = new Date(instant + japanOffset - (isEnd ? 1 : 0))
  return isYear(inJapan.getUTCFullYear()) ? new Date(instant).toISOString() : null
}
