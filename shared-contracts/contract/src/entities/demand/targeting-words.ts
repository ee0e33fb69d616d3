import { emptyMeans } from '../../field/field.ts'
import { choiceLabel, type Choices } from '../../text/choices.ts'
import { prefectures } from '../../text/prefecture.ts'
import { formatText, type Locale, type Text } from '../../text/text.ts'
import { required } from '../../value/required.ts'
import { chosenHours, devices, hoursOfDay, isTargeted, operatingSystems, weekdays, type Targeting, type Weekday } from './targeting.ts'

/** Names that the contract does not have: of a city by its code, of a medium or an ad space by its id; undefined: not known. */
export interface TargetingNames {
  readonly city: (code: string) => string | undefined
  readonly medium: (id: number) => string | undefined
  readonly space: (id: number) => string | undefined
}

/** Beyond these, the others are counted: names of a criterion, times of a day, groups of days. */
const [namedAtMost, timesAtMost, groupsAtMost] = [5, 3, 3]

const words = {
  all: emptyMeans.unrestricted,
  others: { ja: '{{named}}ほか{{count}}件', en: '{{named}} and {{count}} more' },
  cities: { ja: '市区町村{{count}}件', en: 'municipalities: {{count}}' },
  media: { ja: '媒体{{count}}件', en: 'media: {{count}}' },
  spaces: { ja: '広告枠{{count}}件', en: 'ad spaces: {{count}}' },
  every_day: { ja: '毎日', en: 'every day' },
  workdays: { ja: '平日', en: 'Mon–Fri' },
  weekend: { ja: '土日', en: 'Sat–Sun' },
  days: { ja: '{{from}}〜{{to}}', en: '{{from}}–{{to}}' },
  all_day: { ja: '終日', en: 'all day' },
  times: { ja: '{{from}}〜{{to}}時', en: '{{from}}:00–{{to}}:00' },
  hours_a_day: { ja: '計{{count}}時間', en: '{{count}} hours' },
  hours_a_week: { ja: '週{{count}}時間', en: '{{count}} hours a week' },
} as const satisfies Record<string, Text>

const separators = { items: { ja: '・', en: ', ' }, parts: { ja: '、', en: '; ' } } as const satisfies Record<string, Text>

/** Adjacent numbers as the first and the last of each run. */
function runsOf(numbers: readonly number[]): readonly (readonly [first: number, last: number])[] {
  return numbers.reduce<[number, number][]>((runs, number) => {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
    return runs
  }, [])
}

/** Describes a targeting in words, in one line; what has no name here is counted. */
export function describeTargeting(targeting: Targeting, locale: Locale, names?: TargetingNames): string {
  const say = (key: keyof typeof words, params?: Readonly<Record<string, string | number>>) => formatText(words[key][locale], params)
  const join = (items: readonly string[]) => items.join(separators.items[locale])
  const labels = (choices: Choices, keys: readonly string[]) =>
    keys.map((key) => required(choiceLabel(choices, key), `the label of ${key}`)[locale])

  /** Some names, and how many others there are. */
  const named = (list: readonly string[]) =>
    list.length > namedAtMost
      ? [say('others', { named: join(list.slice(0, namedAtMost)), count: list.length - namedAtMost })]
      : list.length > 0
        ? [join(list)]
        : []

  /** The names if all that would be shown are known, else their number. */
  function namedOrCounted<T>(
    items: readonly T[],
    nameOf: ((item: T) => string | undefined) | undefined,
    counted: 'cities' | 'media' | 'spaces',
  ) {
    const found = items.map((item) => nameOf?.(item))
    const known = found.filter((name) => name !== undefined)
    return known.length === items.length ? known : [say(counted, { count: items.length })]
  }

  function timesOf(hours: readonly number[]): string {
    if (hours.length === hoursOfDay) return say('all_day')
    const runs = runsOf(hours.toSorted((a, b) => a - b))
    if (runs.length > timesAtMost) return say('hours_a_day', { count: hours.length })
    return join(runs.map(([first, last]) => say('times', { from: first, to: last + 1 })))
  }

  function daysOf(days: readonly Weekday[]): string {
    const which = days.join()
    const [workdays, weekend] = [weekdays.keys.slice(0, 5), weekdays.keys.slice(5)]
    if (which === weekdays.keys.join()) return say('every_day')
    if (which === workdays.join()) return say('workdays')
    if (which === weekend.join()) return say('weekend')
    const all = labels(weekdays, weekdays.keys)
    const runs = runsOf(days.map((day) => weekdays.keys.indexOf(day)))
    return join(
      runs.flatMap(([first, last]) =>
        last - first > 1 ? [say('days', { from: String(all[first]), to: String(all[last]) })] : all.slice(first, last + 1),
      ),
    )
  }

  /** Days with the same hours together: `平日 9〜18時`. */
  function hoursOf(hours: Targeting['hours']): string[] {
    if (hours === null) return []
    const groups = new Map<string, Weekday[]>()
    for (const day of weekdays.keys) {
      const times = hours[day] ?? []
      if (times.length > 0) groups.set(timesOf(times), [...(groups.get(timesOf(times)) ?? []), day])
    }
    if (groups.size > groupsAtMost) return [say('hours_a_week', { count: chosenHours(hours) })]
    return [...groups].map(([times, days]) => `${daysOf(days)} ${times}`)
  }

  if (!isTargeted(targeting)) return say('all')
  // Prefectures and cities add up to one region, media and ad spaces to one set of places.
  const regions = [...labels(prefectures, targeting.prefectures), ...namedOrCounted(targeting.cities, names?.city, 'cities')]
  const places = [...namedOrCounted(targeting.media, names?.medium, 'media'), ...namedOrCounted(targeting.spaces, names?.space, 'spaces')]
  return [
    ...named(regions),
    ...named(labels(devices, targeting.devices)),
    ...named(labels(operatingSystems, targeting.systems)),
    ...hoursOf(targeting.hours),
    ...named(places),
  ].join(separators.parts[locale])
}
