import { ApiError, refreshed, useApiQuery } from '@adsite/api-client'
import {
  message,
  referenceEndpoints,
  releaseEndpoints,
  releaseReason,
  type ReleaseAction,
  type ReleaseUnitWithLoads,
  validationText,
} from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { Dialog, mayBeDone, ReferenceSelect } from '@adsite/screen-kit'
import { Alert, Checkbox, Input, Select, Slider, type GetRef, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import * as v from 'valibot'
import { showAlert } from '../alert/alert-state.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import shared from './base/releases.module.css'
import styles from './dialog.module.css'
import { useReleaseText } from './base/texts.ts'
import { byDefault, isChosen, isForNobody, needsBuild, needsReason, sendDraft, startOf, typedShare, type Draft } from './draft.ts'
import { Now } from './Now.tsx'
import { actionsOf, obstacle, useUnitName } from './UnitCard.tsx'

interface FieldProps {
  readonly label: string
  readonly id: string
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly children: ReactNode
}

function Field({ label, id, hint, fault, children }: FieldProps): ReactNode {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint === undefined ? null : <small className={shared.quiet}>{hint}</small>}
      {fault === undefined ? null : (
        <small id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </small>
      )}
    </div>
  )
}

/** What an input gets so that its fault is read with it. */
const faulty = (id: string, fault: string | undefined) => ({
  id,
  'aria-invalid': fault !== undefined,
  ...(fault === undefined ? {} : { status: 'error' as const, 'aria-describedby': `${id}-fault` }),
})

interface BuildFieldProps {
  readonly action: ReleaseAction
  readonly unit: ReleaseUnitWithLoads
  readonly value: string | null
  readonly onChange: (build: string) => void
}

/** The builds available for the action; for a running canary only that build. */
function BuildField({ action, unit, value, onChange }: BuildFieldProps): ReactNode {
  const text = useReleaseText()
  const language = useLanguage()
  const id = useId()
  const { data, error, isPending } = useApiQuery(releaseEndpoints.builds, { params: { unit: unit.unit } })
  const { stable, canary, bad, way_back } = unit
  const back = action === 'rollback'
  const usable = (data?.data ?? []).filter(({ build }) => {
    if (build === stable || (back && bad.includes(build))) return false
    return back ? build !== canary?.build : canary === null || canary.build === build
  })
  const good = way_back?.build ?? null
  const standard = canary ? text('target_trial', { build: stable ?? '' }) : good === null ? null : text('target_good', { build: good })
  const passed = back && !canary && way_back ? way_back.passed_over.map((one) => one.build) : []
  const options = [
    ...(back && standard !== null ? [{ value: byDefault, label: standard }] : []),
    ...usable.map(({ build, published_at }) => ({
      value: build,
      label: text(bad.includes(build) ? 'published_bad' : 'published', { build, at: formatDateTime(published_at, language) }),
    })),
  ]
  return (
    <Field
      label={text(back ? 'target' : 'build')}
      id={id}
      hint={
        error?.message ??
        (data && options.length === 0
          ? text('builds_none')
          : passed.length > 0
            ? text('passed_over', { builds: passed.join(', ') })
            : undefined)
      }
    >
      <Select
        id={id}
        value={value}
        options={options}
        loading={isPending}
        placeholder={text('build_choose')}
        notFoundContent={text('builds_none')}
        disabled={action !== 'rollback' && canary !== null}
        onChange={onChange}
        {...(error ? { status: 'error' } : {})}
      />
    </Field>
  )
}

interface AudienceProps {
  readonly draft: Draft
  readonly change: (news: Partial<Draft>) => void
  readonly shareFault: string | undefined
  readonly shareInput: Ref<InputRef>
}

/** The percentage as slider and number, and the accounts that are always included. */
function AudienceFields({ draft, change, shareFault, shareInput }: AudienceProps): ReactNode {
  const text = useReleaseText()
  const id = useId()
  const { share, accounts } = draft
  const percent = v.safeParse(typedShare, share)
  return (
    <>
      <Field
        label={text('share_label')}
        id={`${id}-share`}
        hint={isForNobody(draft) ? text('audience_none') : undefined}
        fault={shareFault}
      >
        <div className={styles.slider}>
          <Slider
            min={0}
            max={100}
            value={percent.success ? percent.output : 0}
            marks={{ 0: '0%', 50: '50%', 100: '100%' }}
            ariaLabelForHandle={text('share_label')}
            tooltip={{ open: false }}
            onChange={(next) => change({ share: String(next) })}
          />
          <Input
            {...faulty(`${id}-share`, shareFault)}
            ref={shareInput}
            aria-label={text('share_number')}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
            value={share}
            onChange={({ target }) => change({ share: target.value })}
          />
        </div>
      </Field>
      <Field label={text('accounts_label')} id={`${id}-accounts`} hint={text('accounts_help')}>
        <ReferenceSelect
          id={`${id}-accounts`}
          endpoint={referenceEndpoints.account}
          value={accounts}
          multiple
          label={text('accounts_label')}
          placeholder={text('accounts_choose')}
          onChange={(ids) => change({ accounts: ids })}
        />
      </Field>
    </>
  )
}

interface ActionDialogProps {
  readonly action: ReleaseAction
  readonly unit: ReleaseUnitWithLoads
  /** Refetches the units, for a decision based on the current state. */
  readonly reread: () => Promise<readonly ReleaseUnitWithLoads[]>
  readonly onClose: () => void
}

/** Asks for the input of a change and applies it to the state the user saw; on an error it stays open with the input. */
export default function ActionDialog({ action, unit: shown, reread, onClose }: ActionDialogProps): ReactNode {
  const text = useReleaseText()
  const common = useCommonText()
  const name = useUnitName()(shown)
  // The page refetches while the user decides, but the state the user saw remains the basis.
  const [unit, setUnit] = useState(shown)
  const [draft, setDraft] = useState(() => startOf(action, shown))
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [running, setRunning] = useState(false)
  /** The action was asked for, so what is missing or wrong is said. */
  const [tried, setTried] = useState(false)
  const reason = useRef<GetRef<typeof Input.TextArea>>(null)
  const share = useRef<InputRef>(null)
  const told = useRef<HTMLDivElement>(null)
  const id = useId()
  const change = (news: Partial<Draft>) => setDraft((before) => ({ ...before, ...news }))
  const label = text(action === 'canary' && unit.canary ? 'canary_change' : action)
  const help = {
    rollback: text('rollback_help'),
    canary: undefined,
    end_canary: text('end_canary_help'),
    promote: text(unit.can_try || unit.unit !== 'shell' ? 'promote_help' : 'promote_help_shell'),
    freeze: text('freeze_help'),
    unfreeze: text('unfreeze_help'),
  }[action]

  // Somebody else may have done it while this was open. An obstacle may end again, so only the registry refuses it.
  const isDone = !actionsOf(unit).includes(action)
  const why = isDone ? text('why_done') : failure && mayBeDone(failure) ? text('why_unsure') : obstacle(action, unit, text)
  // The button that was pressed is none any more.
  useEffect(() => {
    if (isDone) told.current?.focus()
  }, [isDone])

  const language = useLanguage()
  const written = v.safeParse(releaseReason, draft.reason)
  const typed = v.safeParse(typedShare, draft.share)
  const reasonWrong = written.success ? null : written.issues[0].message
  const reasonFault = needsReason(action) || reasonWrong !== message('required') ? reasonWrong : null
  const shareFault = action === 'canary' && !typed.success ? typed.issues[0].message : null
  const said = (fault: string | null) => (tried && fault !== null ? validationText(fault, language) : undefined)

  async function act(): Promise<void> {
    setTried(true)
    if (shareFault !== null) return share.current?.focus()
    if (reasonFault !== null) return reason.current?.focus()
    setRunning(true)
    setFailure(null)
    try {
      const checked = { reason: written.success ? written.output : null, percent: typed.success ? typed.output : 0 }
      const { build, ended_canary } = await sendDraft(action, unit, draft, checked)
      const ended = action === 'rollback' && ended_canary !== null && build === unit.stable
      showAlert('success', [text(ended ? 'done_trial_ended' : `done_${action}`, { unit: name, build })])
      await refreshed()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      // Somebody else was faster, or this was done without an answer: the next attempt is based on the current state.
      if (error.code === 'conflict' || mayBeDone(error)) setUnit((await reread()).find((one) => one.unit === unit.unit) ?? unit)
      setRunning(false)
    }
  }

  return (
    <Dialog
      open
      title={text('dialog', { unit: name, action: label })}
      width={560}
      okText={label}
      okButtonProps={{ danger: action === 'rollback', disabled: isDone || !isChosen(action, draft, unit.stable) }}
      cancelText={common('cancel')}
      confirmLoading={running}
      onOk={() => void act()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <Now unit={unit} />
        {help === undefined ? null : <p className={styles.help}>{help}</p>}
        {needsBuild(action) ? <BuildField action={action} unit={unit} value={draft.build} onChange={(build) => change({ build })} /> : null}
        {action === 'canary' ? <AudienceFields draft={draft} change={change} shareFault={said(shareFault)} shareInput={share} /> : null}
        <Field label={text(needsReason(action) ? 'reason' : 'reason_optional')} id={`${id}-reason`} fault={said(reasonFault)}>
          <Input.TextArea
            {...faulty(`${id}-reason`, said(reasonFault))}
            rows={3}
            ref={reason}
            // What most changes lack; a canary starts with its audience.
            data-first={action === 'canary' || (needsBuild(action) && draft.build === null) ? undefined : true}
            aria-required={needsReason(action)}
            value={draft.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        </Field>
        {action === 'rollback' && unit.unit !== 'shell' ? (
          <div className={styles.field}>
            <Checkbox checked={draft.now} aria-describedby={`${id}-now`} onChange={({ target }) => change({ now: target.checked })}>
              {text('now_label')}
            </Checkbox>
            <small id={`${id}-now`} className={shared.quiet}>
              {text('now_help')}
            </small>
          </div>
        ) : null}
        {failure === null ? null : (
          <div ref={told} tabIndex={-1}>
            <Alert type="error" role="alert" showIcon title={failure.message} description={why} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
