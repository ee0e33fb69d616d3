import { ApiError, call, useApiQuery } from '@adsite/api-client'
import { previewEndpoints, previewHours, releaseEndpoints, type ReleaseUnitWithLoads } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { Dialog } from '@adsite/screen-kit'
import { Alert, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useCommonText } from '../base/use-shell-text.ts'
import { usePreviewText } from '../preview/texts.ts'
import styles from './dialog.module.css'
import { useReleaseText } from './base/texts.ts'

interface UnitFieldProps {
  readonly unit: ReleaseUnitWithLoads
  readonly name: string
  readonly value: string | undefined
  readonly onChange: (build: string | undefined) => void
}

/** The published builds of a unit; none chosen: what is released. */
function UnitField({ unit: { unit, stable, bad }, name, value, onChange }: UnitFieldProps): ReactNode {
  const text = usePreviewText()
  const release = useReleaseText()
  const language = useLanguage()
  const id = useId()
  const { data, error, isPending } = useApiQuery(releaseEndpoints.builds, { params: { unit } })
  const options = (data?.data ?? [])
    .filter(({ build }) => build !== stable)
    .map(({ build, published_at }) => ({
      value: build,
      label: release(bad.includes(build) ? 'published_bad' : 'published', { build, at: formatDateTime(published_at, language) }),
    }))
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <Select
        id={id}
        allowClear
        {...(value === undefined ? {} : { value })}
        options={options}
        loading={isPending}
        placeholder={text('choose')}
        disabled={options.length === 0}
        onChange={(build: string | undefined) => onChange(build)}
      />
      {error ? <small role="alert">{error.message}</small> : null}
    </div>
  )
}

interface PreviewDialogProps {
  readonly units: readonly ReleaseUnitWithLoads[]
  readonly nameOf: (unit: ReleaseUnitWithLoads) => string
  readonly onClose: () => void
}

/** Chooses published builds to run in the administrator's own session. */
export default function PreviewDialog({ units, nameOf, onClose }: PreviewDialogProps): ReactNode {
  const text = usePreviewText()
  const common = useCommonText()
  const [builds, setBuilds] = useState<Readonly<Record<string, string>>>({})
  const [starting, setStarting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function start(): Promise<void> {
    setStarting(true)
    setRefusal(null)
    try {
      await call(previewEndpoints.start, { body: { builds } })
      window.location.assign('/')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
      setStarting(false)
    }
  }

  function choose(unit: string, build: string | undefined): void {
    const { [unit]: _, ...others } = builds
    setBuilds(build === undefined ? others : { ...others, [unit]: build })
  }

  return (
    <Dialog
      open
      title={text('title')}
      okText={text('start')}
      cancelText={common('cancel')}
      okButtonProps={{ disabled: Object.keys(builds).length === 0, loading: starting }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        {refusal === null ? null : <Alert type="error" role="alert" title={refusal} />}
        {units.map((unit) => (
          <UnitField
            key={unit.unit}
            unit={unit}
            name={nameOf(unit)}
            value={builds[unit.unit]}
            onChange={(build) => choose(unit.unit, build)}
          />
        ))}
        <p className={styles.help}>{text('scope_hours', { hours: previewHours })}</p>
        <p className={styles.help}>{text('link_help')}</p>
      </div>
    </Dialog>
  )
}
