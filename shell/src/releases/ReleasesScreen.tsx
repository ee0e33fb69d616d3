import { useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { may, releaseEndpoints, releaseHours, type ReleaseUnitWithLoads } from '@adsite/contract'
import { timeZone, useLanguage } from '@adsite/i18n'
import { LoadFailure, Notice, useAddressQuery } from '@adsite/screen-kit'
import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { Denied } from '../guard/Denied.tsx'
import { Crumbs } from '../page/Crumbs.tsx'
import { DialogBoundary } from '../page/DialogBoundary.tsx'
import { lazyScreen } from '../screen/lazy-screen.tsx'
import { ContentSkeleton } from '../page/PageSkeleton.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import { readAddress, writeAddress, type ReleasesAddress } from './base/address.ts'
import { readEvery } from './base/read-every.ts'
import shared from './base/releases.module.css'
import styles from './ReleasesScreen.module.css'
import { usePreviewText } from '../preview/texts.ts'
import { useReleaseText } from './base/texts.ts'
import { UnitCard, useUnitName } from './UnitCard.tsx'

const ActionDialog = lazyScreen(() => import(/* webpackChunkName: "releases-dialog" */ './ActionDialog.tsx'))

const PreviewDialog = lazyScreen(() => import(/* webpackChunkName: "releases-dialog" */ './PreviewDialog.tsx'))

const noUnits: readonly ReleaseUnitWithLoads[] = []

function timeOf(instant: number, language: string): string {
  return new Date(instant).toLocaleTimeString(language, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
}

function Units({ address, go }: { address: ReleasesAddress; go: (news: Partial<ReleasesAddress>) => void }): ReactNode {
  const text = useReleaseText()
  const common = useCommonText()
  const language = useLanguage()
  const query = useApiQuery(releaseEndpoints.list, { query: { hours: address.hours } }, { keepPrevious: true, readEvery })
  const { data, error, refetch, dataUpdatedAt, isPlaceholderData } = query
  const nameOf = useUnitName()
  const units = data?.data ?? noUnits
  const { dialog } = address
  const acted = dialog && units.find(({ unit }) => unit === dialog.unit)
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) {
    return (
      <>
        <output className="visually-hidden">{common('loading')}</output>
        <ContentSkeleton />
      </>
    )
  }
  const at = timeOf(dataUpdatedAt, language)
  return (
    <>
      <p className={error ? styles.stale : shared.quiet} role={error ? 'alert' : undefined}>
        {text(error ? 'stale' : 'read_at', { at })}
      </p>
      {units.length === 0 ? <Notice title={text('empty')} /> : null}
      <div className={styles.units} aria-busy={isPlaceholderData}>
        {units.map((unit) => (
          <UnitCard
            key={unit.unit}
            unit={unit}
            isOpen={(panel) => address.panels[panel] === unit.unit}
            onToggle={(panel) => go({ panels: { ...address.panels, [panel]: address.panels[panel] === unit.unit ? null : unit.unit } })}
            failing={address.failures?.unit === unit.unit ? address.failures.build : null}
            onFailing={(build) => go({ failures: build === null ? null : { unit: unit.unit, build } })}
            hours={address.hours}
            onAct={(action) => go({ dialog: { action, unit: unit.unit } })}
          />
        ))}
      </div>
      {dialog && acted && acted.fault === null ? (
        <DialogBoundary key={`${dialog.unit} ${dialog.action}`} onClose={() => go({ dialog: null })}>
          <ActionDialog
            action={dialog.action}
            unit={acted}
            reread={async () => (await refetch()).data?.data ?? noUnits}
            onClose={() => go({ dialog: null })}
          />
        </DialogBoundary>
      ) : null}
      {address.preview ? (
        <DialogBoundary onClose={() => go({ preview: false })}>
          <PreviewDialog units={units} nameOf={nameOf} onClose={() => go({ preview: false })} />
        </DialogBoundary>
      ) : null}
    </>
  )
}

function Releases(): ReactNode {
  const text = useReleaseText()
  const preview = usePreviewText()
  const [search, setSearch] = useAddressQuery()
  const address = readAddress(search)
  usePageTitle(text('title'))
  useArrival('/releases')
  // Opening a dialog or a history replaces the history entry, because going back through each is not useful.
  const go = (news: Partial<ReleasesAddress>) =>
    setSearch((current) => writeAddress({ ...readAddress(current), ...news }), { replace: true })
  return (
    <>
      <Crumbs page={text('title')} />
      <h1>{text('title')}</h1>
      <p className={styles.lead}>{text('lead')}</p>
      <div className={styles.tools}>
        <Segmented<ReleasesAddress['hours']>
          aria-label={text('period')}
          value={address.hours}
          options={releaseHours.map((hours) => ({ value: hours, label: text(`hours_${hours}`) }))}
          onChange={(hours) => go({ hours })}
        />
        <Button onClick={() => go({ preview: true })}>{preview('open')}</Button>
      </div>
      <Units address={address} go={go} />
    </>
  )
}

/**
 * /releases (spec/platform "Releases page"): which builds run for whom, and the way to recover when an area is
 * broken. Part of the shell, so that no remote can break it.
 */
export default function ReleasesScreen(): ReactNode {
  return may(useRole(), 'release.manage') ? <Releases /> : <Denied />
}
