import { call, refreshed, useApiQuery } from '@adsite/api-client'
import { label, labelColours, labelEndpoints, normaliseValue, required } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Dialog, isComposing, LoadFailure, StateTag, type BulkToolProps } from '@adsite/screen-kit'
import { Button, Checkbox, Input, Spin, type InputRef } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './label.module.css'
import { baseOf, nextChoice } from './label-choices.ts'
import type { LabellingEndpoint } from './LabelTool.tsx'
import { useLabelText } from './texts.ts'

interface LabelDialogProps extends BulkToolProps {
  readonly endpoint: LabellingEndpoint
  readonly onClose: () => void
}

/** Puts labels on the chosen records and takes others off; new ones can be created on the way. */
export default function LabelDialog({ endpoint, target, records, onDone, onClose }: LabelDialogProps): ReactNode {
  const t = useLabelText()
  const shell = useShell()
  const found = useApiQuery(labelEndpoints.list, { query: { limit: '100', sort: 'name' } })
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [name, setName] = useState('')
  const [running, setRunning] = useState<'create' | 'save' | null>(null)
  const box = useRef<InputRef>(null)
  const labels = found.data?.data ?? []
  const isNamed = normaliseValue(label.fields.name, name) !== null
  const idsThat = (on: boolean) => [...wanted].flatMap(([id, choice]) => (choice === on ? [id] : []))

  function choose(id: number, choice: boolean | undefined): void {
    const others = [...wanted].filter(([other]) => other !== id)
    setWanted(new Map(choice === undefined ? others : [...others, [id, choice]]))
  }

  async function create(): Promise<void> {
    if (!isNamed || running !== null) return
    setRunning('create')
    const colour = required(labelColours.keys[labels.length % labelColours.keys.length], 'a colour')
    const outcome = await shell.run(() => call(labelEndpoints.create, { body: { name, colour } }))
    if (outcome.done) {
      await refreshed()
      choose(outcome.value.data.id, true)
      setName('')
      // Without a name, the button cannot be pressed, and would lose the focus.
      box.current?.focus()
    }
    setRunning(null)
  }

  async function apply(): Promise<void> {
    setRunning('save')
    const which = 'ids' in target ? { ids: [...target.ids] } : target
    const outcome = await shell.run(() => call(endpoint, { body: { ...which, add: idsThat(true), remove: idsThat(false) } }))
    setRunning(null)
    if (!outcome.done) return
    const { changed } = outcome.value.data
    shell.alert('success', [changed > 0 ? t('done', { changed }) : t('unchanged')], { autoClose: true })
    await refreshed()
    onDone?.()
    onClose()
  }

  const manage = shell.href('label.list')
  return (
    <Dialog
      open
      title={t('title')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={running === 'save'}
          disabled={wanted.size === 0 || running === 'create'}
          onClick={() => void apply()}
        >
          {t('save')}
        </Button>,
      ]}
    >
      <p className={styles.hint}>{t('hint')}</p>
      {found.error ? <LoadFailure error={found.error} retry={() => void found.refetch()} /> : null}
      {found.isPending ? <Spin /> : null}
      {found.data && labels.length === 0 ? <p className={styles.hint}>{t('none_yet')}</p> : null}
      <fieldset className={styles.labels} aria-label={t('choose')}>
        {labels.map(({ id, name: labelName, colour }) => {
          const base = baseOf(records, id)
          const choice = wanted.get(id)
          const open = choice === undefined && (base === 'some' || base === 'unknown')
          const tone = labelColours.items.find(({ key }) => key === colour)?.colour ?? 'neutral'
          return (
            <Checkbox
              key={id}
              checked={choice ?? base === 'all'}
              indeterminate={open}
              onChange={() => choose(id, nextChoice(base, choice))}
            >
              <StateTag choice={{ key: String(id), label: { ja: labelName, en: labelName }, colour: tone }} />
              {open ? <span className={styles.note}>{t(base === 'some' ? 'on_some' : 'kept')}</span> : null}
            </Checkbox>
          )
        })}
      </fieldset>
      {found.data ? (
        <div className={styles.create}>
          <Input
            ref={box}
            aria-label={t('new_name')}
            placeholder={t('new_name')}
            value={name}
            onChange={({ target: input }) => setName(input.value)}
            onPressEnter={(event) => {
              if (!isComposing(event)) void create()
            }}
          />
          <Button loading={running === 'create'} disabled={!isNamed || running === 'save'} onClick={() => void create()}>
            {t('create')}
          </Button>
        </div>
      ) : null}
      {manage === null ? null : <Link to={manage}>{t('manage')}</Link>}
    </Dialog>
  )
}
