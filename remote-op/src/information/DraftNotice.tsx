import { call, refresh, refreshed } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { type information, informationEndpoints, type ResourceRecord } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Panel, WriteButton } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { useScreenText } from './texts.ts'

/** Tells users that the announcement is an unpublished draft, with a button to publish it. */
export function DraftNotice({ record: { id, version } }: { record: ResourceRecord<typeof information> }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const mayChange = useMay('information.update')
  const [running, setRunning] = useState(false)

  async function publish(): Promise<void> {
    setRunning(true)
    const { done } = await shell.run(() => call(informationEndpoints.update, { params: { id }, body: { version, is_draft: false } }))
    // Refused, somebody else was faster.
    if (!done) refresh(informationEndpoints.update)
    await refreshed()
    setRunning(false)
    if (done) shell.alert('success', [t('released')], { autoClose: true })
  }

  return (
    <Panel title={t('draft')}>
      <p>{t('draft_note')}</p>
      {mayChange ? (
        <div>
          <WriteButton type="primary" loading={running} onClick={() => void publish()}>
            {t('release')}
          </WriteButton>
        </div>
      ) : null}
    </Panel>
  )
}
