import { useApiQuery } from '@adsite/api-client'
import { placeEndpoints, prefectureOf, prefectures, type Targeting } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Icon, PartFailure, useClear, useSelectParts } from '@adsite/screen-kit'
import { mdiClose } from '@mdi/js'
import { Button, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useAdText } from '../base/texts.ts'
import styles from './targeting.module.css'

type Regions = Pick<Targeting, 'prefectures' | 'cities'>

interface RegionPickerProps {
  readonly value: Regions
  readonly onChange: (value: Regions) => void
}

/** The selected cities of a prefecture, by name. */
function ChosenCities({ prefecture, codes, remove }: { prefecture: string; codes: readonly string[]; remove: (code: string) => void }) {
  const t = useAdText()
  const { data } = useApiQuery(placeEndpoints.cities, { query: { prefecture } })
  const nameOf = (code: string) => data?.data.find((city) => city.code === code)?.name ?? code
  return codes.map((code) => (
    <li key={code}>
      <Button
        size="small"
        icon={<Icon path={mdiClose} size={14} />}
        iconPlacement="end"
        aria-label={t('remove_city', { name: nameOf(code) })}
        onClick={() => remove(code)}
      >
        {nameOf(code)}
      </Button>
    </li>
  ))
}

/** Selects whole prefectures, and individual cities (1,892) by their prefecture. */
export function RegionPicker({ value, onChange }: RegionPickerProps): ReactNode {
  const t = useAdText()
  const localize = useLocalize()
  const clear = useClear()
  const parts = useSelectParts()
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useApiQuery(
    placeEndpoints.cities,
    { query: { prefecture: open ?? '' } },
    { enabled: open !== null },
  )
  const options = prefectures.items.map(({ key, label }) => ({ value: key, label: localize(label) }))
  const groups = [...new Set(value.cities.map(prefectureOf))].toSorted()
  const inOpen = value.cities.filter((code) => prefectureOf(code) === open)

  return (
    <>
      <Select
        mode="multiple"
        aria-label={t('prefectures')}
        placeholder={t('prefectures')}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        {...parts}
        allowClear={clear}
        value={value.prefectures}
        onChange={(chosen: Regions['prefectures']) =>
          // Selecting a whole prefecture replaces its cities.
          onChange({
            prefectures: prefectures.keys.filter((key) => chosen.includes(key)),
            cities: value.cities.filter((code) => !chosen.some((key) => key === prefectureOf(code))),
          })
        }
      />
      <div className={styles.pair}>
        <Select
          aria-label={t('city_prefecture')}
          placeholder={t('city_prefecture')}
          options={options.filter((option) => !value.prefectures.some((key) => key === option.value))}
          showSearch={{ optionFilterProp: 'label' }}
          {...parts}
          value={open}
          onChange={setOpen}
        />
        <Select
          mode="multiple"
          aria-label={t('cities')}
          placeholder={t('cities')}
          disabled={open === null}
          loading={open !== null && isFetching}
          options={(data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          {...parts}
          maxTagCount={0}
          maxTagPlaceholder={(left) => String(left.length)}
          value={inOpen}
          onChange={(chosen: string[]) =>
            onChange({ ...value, cities: [...value.cities.filter((code) => prefectureOf(code) !== open), ...chosen].toSorted() })
          }
        />
      </div>
      {error && !data ? <PartFailure error={error} retry={() => void refetch()} /> : null}
      {groups.length > 0 ? (
        <ul className={styles.chips} aria-label={t('cities')}>
          {groups.map((prefecture) => (
            <ChosenCities
              key={prefecture}
              prefecture={prefecture}
              codes={value.cities.filter((code) => prefectureOf(code) === prefecture)}
              remove={(code) => onChange({ ...value, cities: value.cities.filter((kept) => kept !== code) })}
            />
          ))}
        </ul>
      ) : null}
    </>
  )
}
