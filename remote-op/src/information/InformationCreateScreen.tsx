import { call } from '@adsite/api-client'
import { information, informationEndpoints } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { ResourceCreate, type StoreForm } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { ChosenFilesPanel } from './ChosenFilesPanel.tsx'
import { useScreenText } from './texts.ts'
import { useChosenFiles } from './use-chosen-files.ts'

async function release(id: number): Promise<void> {
  const { data } = await call(informationEndpoints.get, { params: { id } })
  await call(informationEndpoints.update, { params: { id }, body: { version: data.version, is_draft: false } })
}

export default function InformationCreateScreen(): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const chosen = useChosenFiles()

  // An announcement with files stays a draft until all are uploaded, so that nobody reads it without them.
  const storeWithFiles: StoreForm<typeof information> = async (body) => {
    const draft = { ...body, is_draft: true }
    const { data } = await call(informationEndpoints.create, { body: draft })
    const refused = await chosen.attach(data.id)
    if (refused.length > 0) {
      return { id: data.id, warning: [t('attach_failed'), ...refused.map(({ name, fault }) => t('attach_fault', { name, fault }))] }
    }
    if (body.is_draft === true) return { id: data.id }
    const { done } = await shell.run(() => release(data.id))
    return done ? { id: data.id } : { id: data.id, warning: [t('release_failed')] }
  }

  return (
    <ResourceCreate
      resource={information}
      endpoints={informationEndpoints}
      detailRoute="information.detail"
      listRoute="information.list"
      tail={<ChosenFilesPanel state={chosen} />}
      hasMore={chosen.files.length > 0}
      progress={chosen.sent ? t('attaching', chosen.sent) : undefined}
      store={chosen.files.length > 0 ? storeWithFiles : undefined}
    />
  )
}
