import { call, refreshed, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import {
  fourEyesAreas,
  fourEyesAreasOf,
  fourEyesEndpoints,
  fourEyesSettingBody,
  normaliseValue,
  validationText,
  type FourEyesArea,
  type FourEyesSetting,
  type Role,
} from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Dialog, Panel, WaitingChanges, WriteButton } from '@adsite/screen-kit'
import { Checkbox, Input } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import styles from './four-eyes.module.css'
import { useFourEyesText } from './texts.ts'

interface Props {
  readonly accountId: number
  readonly kind: Role
  readonly name: string
  /** Title of the panel, if not the usual one. */
  readonly title?: string
}

/** On the page of an account: which of its changes need a second person, and a change of that which waits for one. */
export function FourEyesPanel(props: Props): ReactNode {
  if (!useMay('four_eyes.manage')) return null
  return (
    <>
      <WaitingChanges entity="four_eyes" id={props.accountId} />
      <Setting {...props} />
    </>
  )
}

function Setting({ accountId, kind, name, title }: Props): ReactNode {
  const text = useFourEyesText()
  const localize = useLocalize()
  const language = useLanguage()
  const { data, error, refetch } = useApiQuery(fourEyesEndpoints.get, { params: { id: accountId } })
  const [open, setOpen] = useState(false)
  const set = data?.data
  const chosen = fourEyesAreas.items.filter(({ key }) => set?.areas.includes(key))
  return (
    <Panel
      title={title ?? text('panel')}
      busy={!set && !error}
      failure={error && !set ? { error, retry: () => void refetch() } : null}
      actions={
        set ? (
          <WriteButton aria-label={text('change_named', { name: title ?? text('panel') })} onClick={() => setOpen(true)}>
            {text('change')}
          </WriteButton>
        ) : null
      }
    >
      {set && chosen.length === 0 ? <p>{text('nothing')}</p> : null}
      {set && chosen.length > 0 ? (
        <ul className={styles.areas}>
          {chosen.map(({ key, label }) => (
            <li key={key}>
              {key === 'order'
                ? text('above', { area: localize(label), amount: `¥${formatCount(Number(set.order_above), language)}` })
                : localize(label)}
            </li>
          ))}
        </ul>
      ) : null}
      {set && open ? <SettingDialog accountId={accountId} kind={kind} name={name} set={set} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

interface DialogProps {
  readonly accountId: number
  readonly kind: Role
  readonly name: string
  readonly set: FourEyesSetting
  readonly onClose: () => void
}

function SettingDialog({ accountId, kind, name, set, onClose }: DialogProps): ReactNode {
  const text = useFourEyesText()
  const localize = useLocalize()
  const language = useLanguage()
  const shell = useShell()
  const id = useId()
  const [areas, setAreas] = useState<readonly FourEyesArea[]>(set.areas)
  const [amount, setAmount] = useState(set.order_above)
  const [tried, setTried] = useState(false)
  const [running, setRunning] = useState(false)
  const possible: readonly FourEyesArea[] = fourEyesAreasOf[kind]
  // While the amount is not asked for, it stays as it is, whatever was typed before.
  const order_above = areas.includes('order') ? String(normaliseValue({ kind: 'money' }, amount) ?? '') : set.order_above
  const parsed = v.safeParse(fourEyesSettingBody, { areas: [...areas], order_above })
  const fault = tried && !parsed.success ? validationText(parsed.issues[0].message, language) : null

  async function save(): Promise<void> {
    setTried(true)
    if (!parsed.success) {
      document.getElementById(id)?.focus()
      return
    }
    setRunning(true)
    const outcome = await shell.run(() => call(fourEyesEndpoints.set, { params: { id: accountId }, body: parsed.output }))
    setRunning(false)
    if (!outcome.done) return
    await refreshed()
    const { waits } = outcome.value.data
    shell.alert(waits ? 'info' : 'success', [text(waits ? 'saved_waits' : 'saved')], { autoClose: true })
    onClose()
  }

  return (
    <Dialog
      open
      title={text('dialog', { name })}
      okText={text('save')}
      cancelText={text('cancel')}
      confirmLoading={running}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p>{text('dialog_help')}</p>
      <fieldset className={styles.choices}>
        <legend>{text('panel')}</legend>
        {fourEyesAreas.items
          .filter(({ key }) => possible.includes(key))
          .map(({ key, label }) => (
            <Checkbox
              key={key}
              checked={areas.includes(key)}
              onChange={({ target }) => setAreas(target.checked ? [...areas, key] : areas.filter((area) => area !== key))}
            >
              {localize(label)}
            </Checkbox>
          ))}
      </fieldset>
      {areas.includes('order') ? (
        <div className={styles.field}>
          <label htmlFor={id}>{text('amount')}</label>
          <Input
            id={id}
            inputMode="numeric"
            value={amount}
            aria-required
            aria-invalid={fault !== null}
            aria-describedby={fault === null ? undefined : `${id}-fault`}
            onChange={({ target }) => setAmount(target.value)}
          />
          {fault === null ? null : (
            <p id={`${id}-fault`} className={styles.fault} role="alert">
              {fault}
            </p>
          )}
        </div>
      ) : null}
    </Dialog>
  )
}
