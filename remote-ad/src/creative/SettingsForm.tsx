import { creativeEndpoints, creativeSettings } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { LoadFailure, Page, recordTab, ResourceForm, useResourceRecord } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useScreenText } from './base/texts.ts'

/** Form for the fields that need no review: name, group and setting. */
export function SettingsForm({ id, onDone }: { id: string; onDone: () => void }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const { record, error, retry } = useResourceRecord(creativeEndpoints.get, id)
  if (error) return <LoadFailure error={error} retry={retry} />
  return (
    <Page title={t('settings')} tab={record ? recordTab(record.name, t('settings')) : undefined}>
      {record ? (
        <ResourceForm
          resource={creativeSettings}
          endpoint={creativeEndpoints.settings}
          record={record}
          onSaved={() => {
            shell.alert('success', [t('settings_done')], { autoClose: true })
            onDone()
          }}
          onCancel={onDone}
        />
      ) : null}
    </Page>
  )
}
