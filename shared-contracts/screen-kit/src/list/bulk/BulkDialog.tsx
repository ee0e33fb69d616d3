import { formatText, fromMicros, micros, type AnyResource, type BulkAction, type BulkResult } from '@adsite/contract'
import { formatCount, formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../../dialog/Dialog.tsx'
import { FailureText } from '../../base/FailureText.tsx'
import { ReasonFields } from '../../action/ReasonFields.tsx'
import { useReason } from '../../action/use-reason.ts'
import { RetryButton } from '../../element/RetryButton.tsx'
import kit from '../../base/kit.module.css'
import { entityParameters } from '../../base/texts.ts'
import type { RecordAddress } from '../../element/RecordLink.tsx'
import { useBulkText } from './texts.ts'
import { BulkResults } from './BulkResults.tsx'
import { useBulkRun, type BulkPhase, type BulkTarget } from './use-bulk-run.ts'
import type { BulkEndpoint, KitRecord } from '../../base/resource-endpoints.ts'

interface BulkDialogProps extends RecordAddress {
  readonly resource: AnyResource
  readonly endpoint: BulkEndpoint
  readonly action: BulkAction
  readonly target: BulkTarget
  /** Same as `records` of `useBulkRun`. */
  readonly records: readonly KitRecord[] | null
  /** `done`: whether anything was changed. */
  readonly onClose: (done: boolean) => void
}

/** Sum of the amounts of the records, in yen. */
const sumOf = (results: readonly BulkResult[]) => fromMicros(results.reduce((sum, { amount }) => sum + micros(amount ?? '0'), 0n))

/** A bulk action: number of records, reason, progress, and the result of each. */
export function BulkDialog({ resource, endpoint, action, target, records, onClose, ...address }: BulkDialogProps): ReactNode {
  const text = useBulkText()
  const localize = useLocalize()
  const language = useLanguage()
  const { phase, count, run, stop } = useBulkRun(resource, endpoint, action.name, target, records)
  const reason = useReason(action.rule)
  const label = localize(action.label)
  const figure = (value: number) => formatCount(value, language)

  function start(): void {
    const body = reason.take()
    if (body) void run(body)
  }

  /** The message of the single action (spec/texts "Success messages"): unchanged for one record, with the count for several. */
  function outcome({ results, stopped, unsure }: Extract<BulkPhase, { step: 'done' }>): string {
    const done = action.rule ? localize(action.rule.done) : text('deleted', entityParameters(resource, localize))
    const worked = results.filter(({ ok }) => ok).length
    const failed = results.length - worked
    if (worked === 1 && failed === 0 && stopped === 0 && unsure === 0) return done
    return [
      ...(worked > 0 ? [text('bulk_done', { done: done.replace(/\.$/u, ''), worked: figure(worked) })] : []),
      ...(failed > 0 ? [text('bulk_failed', { failed: figure(failed) })] : []),
      ...(unsure > 0 ? [text('bulk_unsure', { unsure: figure(unsure) })] : []),
      ...(stopped > 0 ? [text('bulk_stopped', { stopped: figure(stopped) })] : []),
    ].join(language === 'ja' ? '' : ' ')
  }

  const cancel = (
    <Button key="cancel" onClick={() => onClose(false)}>
      {text('cancel')}
    </Button>
  )
  const close = (
    <Button key="close" type="primary" onClick={() => onClose(true)}>
      {text('close')}
    </Button>
  )

  function content(): { body: ReactNode; footer: ReactNode[] } {
    switch (phase.step) {
      case 'counting':
        return { body: <output>{text('bulk_counting')}</output>, footer: [cancel] }
      case 'failed':
        return { body: <FailureText error={phase.error} />, footer: [cancel, <RetryButton key="retry" onClick={count} />] }
      case 'asking': {
        const { possible, refused } = phase
        const explanation = action.rule?.confirm ?? action.rule?.amount?.note
        const total = possible.length + refused.length
        const amount = action.rule?.amount
        const sum = formatYen(sumOf(possible), language)
        return {
          body: (
            <>
              <output>
                {text(refused.length > 0 ? 'bulk_ask_some' : 'bulk_ask', {
                  total: figure(total),
                  possible: figure(possible.length),
                  refused: figure(refused.length),
                })}
              </output>
              {explanation && possible.length > 0 ? <p className={`${kit.paragraph} ${kit.muted}`}>{localize(explanation)}</p> : null}
              {amount && possible.length > 0 ? (
                <>
                  <p className={kit.paragraph}>
                    <strong>{text('bulk_sum', { sum })}</strong>
                  </p>
                  <details>
                    <summary>{text('bulk_amounts')}</summary>
                    <BulkResults results={possible} {...address} caption={label} />
                  </details>
                </>
              ) : null}
              {action.rule?.reason && possible.length > 0 ? <ReasonFields asked={action.rule.reason} state={reason} /> : null}
              {refused.length > 0 ? (
                <details>
                  <summary>{text('bulk_refused', { refused: figure(refused.length) })}</summary>
                  <BulkResults results={refused} {...address} caption={label} />
                </details>
              ) : null}
            </>
          ),
          footer: [
            cancel,
            <Button
              key="run"
              type="primary"
              danger={action.rule === undefined || action.rule.confirm !== undefined}
              disabled={possible.length === 0}
              onClick={start}
            >
              {text('bulk_run', {
                action: amount ? formatText(localize(amount.label), { amount: sum }) : label,
                possible: figure(possible.length),
              })}
            </Button>,
          ],
        }
      }
      case 'running':
        return {
          body: (
            <>
              <output>{text('bulk_running', { done: figure(phase.done), total: figure(phase.total) })}</output>
              <progress className={kit.progress} value={phase.done} max={phase.total} aria-label={label} />
            </>
          ),
          footer: [
            <Button key="stop" onClick={stop}>
              {text('bulk_stop')}
            </Button>,
          ],
        }
      case 'done':
        return {
          body: (
            <>
              <output>{outcome(phase)}</output>
              {phase.error ? <FailureText error={phase.error} /> : null}
              <BulkResults results={phase.results} {...address} caption={label} />
            </>
          ),
          footer: [close],
        }
    }
  }

  const { body, footer } = content()
  return (
    <Dialog
      open
      width={720}
      title={label}
      mask={{ closable: false }}
      keyboard={phase.step !== 'running'}
      closable={phase.step !== 'running'}
      onCancel={() => onClose(phase.step === 'done')}
      footer={footer}
    >
      <div className={kit.form}>{body}</div>
    </Dialog>
  )
}
