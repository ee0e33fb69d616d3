import { devices, isTargeted, operatingSystems, referenceEndpoint, untargeted, type Choices, type Targeting } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { ReferenceSelect, type InputProps } from '@adsite/screen-kit'
import { Checkbox } from 'antd'
import { useImperativeHandle, useRef, type ReactNode } from 'react'
import { useAdText } from '../base/texts.ts'
import { HoursGrid } from './HoursGrid.tsx'
import { presets } from './hours.ts'
import { RegionPicker } from './RegionPicker.tsx'
import styles from './targeting.module.css'

interface BoxesProps<K extends string> {
  readonly label: string
  readonly choices: Choices<K>
  readonly value: readonly K[]
  readonly onChange: (keys: K[]) => void
}

function Boxes<K extends string>({ label, choices, value, onChange }: BoxesProps<K>): ReactNode {
  const localize = useLocalize()
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{label}</legend>
      <Checkbox.Group
        options={choices.items.map((item) => ({ value: item.key, label: localize(item.label) }))}
        value={[...value]}
        onChange={(chosen: string[]) => onChange(choices.keys.filter((key) => chosen.includes(key)))}
      />
    </fieldset>
  )
}

/** Targeting input. Values without any restriction are stored as null. */
export function TargetingInput({ labelledBy, described, value, onChange, onBlur, focusRef }: InputProps): ReactNode {
  const t = useAdText()
  const group = useRef<HTMLFieldSetElement>(null)
  useImperativeHandle(focusRef, () => ({ focus: () => group.current?.querySelector('input')?.focus() }))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the field holds what a record or this input gave it; a schema would refuse what is not finished
  const targeting = (value as Targeting | null) ?? untargeted
  function change(part: Partial<Targeting>): void {
    const next = { ...targeting, ...part }
    onChange(isTargeted(next) ? next : null)
    onBlur()
  }
  return (
    <fieldset
      ref={group}
      aria-labelledby={labelledBy}
      {...(described ? { 'aria-describedby': described } : {})}
      className={`${styles.part} ${styles.parts}`}
    >
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('regions')}</legend>
        <RegionPicker value={targeting} onChange={change} />
      </fieldset>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('placement')}</legend>
        <ReferenceSelect
          endpoint={referenceEndpoint('medium')}
          multiple
          label={t('media')}
          placeholder={t('media')}
          value={targeting.media}
          onChange={(media) => change({ media })}
        />
        <ReferenceSelect
          endpoint={referenceEndpoint('space')}
          multiple
          label={t('spaces')}
          placeholder={t('spaces')}
          value={targeting.spaces}
          onChange={(spaces) => change({ spaces })}
        />
      </fieldset>
      <Boxes label={t('devices')} choices={devices} value={targeting.devices} onChange={(keys) => change({ devices: keys })} />
      <Boxes label={t('systems')} choices={operatingSystems} value={targeting.systems} onChange={(keys) => change({ systems: keys })} />
      <fieldset className={`${styles.part} ${styles.wide}`}>
        <legend className={styles.legend}>{t('hours')}</legend>
        <Checkbox
          checked={targeting.hours !== null}
          onChange={({ target }) => change({ hours: target.checked ? presets.preset_business() : null })}
        >
          {t('hours_restrict')}
        </Checkbox>
        {targeting.hours === null ? null : (
          <>
            <p className={styles.legend}>{t('hours_help')}</p>
            <HoursGrid value={targeting.hours} onChange={(hours) => change({ hours })} />
          </>
        )}
      </fieldset>
    </fieldset>
  )
}
