import { validationText, type StateReason } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { Input, Select } from 'antd'
import { useId, type ReactNode } from 'react'
import { ignoreComposingEnter } from '../base/composing.ts'
import kit from '../base/kit.module.css'
import styles from '../form/input/input.module.css'
import { useKitText } from '../base/texts.ts'
import type { ReasonState } from './use-reason.ts'

interface ReasonFieldsProps {
  readonly asked: StateReason
  readonly state: ReasonState
}

/** Fields for the reason: a code if there is a list to choose from, and text. */
export function ReasonFields({ asked, state }: ReasonFieldsProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const id = useId()

  function fault(name: 'reason' | 'reason_code'): ReactNode {
    const coded = state.faults[name]
    return (
      <div className={styles.faultRoom}>
        {coded === undefined ? null : (
          <p className={kit.fault} id={`${id}-${name}-fault`}>
            {validationText(coded, language)}
          </p>
        )}
      </div>
    )
  }
  const attributes = (name: 'reason' | 'reason_code') => ({
    id: `${id}-${name}`,
    'aria-required': true,
    'aria-invalid': state.faults[name] !== undefined,
    ...(state.faults[name] === undefined ? {} : { status: 'error' as const, 'aria-describedby': `${id}-${name}-fault` }),
    onBlur: () => state.leave(name),
  })
  const required = <span className={kit.required}>{text('required')}</span>

  return (
    <>
      {asked.codes ? (
        <div className={kit.input}>
          <label className={kit.label} htmlFor={`${id}-reason_code`}>
            {text('reason_code')} {required}
          </label>
          <Select
            {...attributes('reason_code')}
            value={state.code}
            placeholder={text('unselected')}
            options={asked.codes.items.map((item) => ({ value: item.key, label: localize(item.label) }))}
            onChange={state.setCode}
          />
          {fault('reason_code')}
        </div>
      ) : null}
      <div className={kit.input}>
        <label className={kit.label} htmlFor={`${id}-reason`}>
          {localize(asked.label)} {required}
        </label>
        <Input.TextArea
          {...attributes('reason')}
          rows={3}
          value={state.reason}
          onChange={(event) => state.setReason(event.target.value)}
          onKeyDown={ignoreComposingEnter}
        />
        {fault('reason')}
      </div>
    </>
  )
}
