import { Dialog } from '../dialog/Dialog.tsx'
import { listHref, type ListAddress } from '../element/list-address.ts'
import { call } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { may, type AnyResource, type Endpoint } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { mdiDeleteOutline } from '@mdi/js'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigateHere } from '../address/use-navigate-here.ts'
import { Icon } from '../element/Icon.tsx'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { useReadOnly } from '../read-only/use-read-only.ts'
import { UnavailableButton } from '../element/UnavailableButton.tsx'
import { entityParameters, useKitText } from '../base/texts.ts'

type RecordDeleteProps = ListAddress & {
  readonly resource: AnyResource
  /** The delete endpoint of the resource; absent: records are not deleted. */
  readonly endpoint: Endpoint | undefined
  readonly record: KitRecord
}

/** Deletes a record after confirmation and navigates to its list. Not rendered for roles without permission. */
export function RecordDelete({ resource, endpoint, record, ...list }: RecordDeleteProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const role = useRole()
  const shell = useShell()
  const navigate = useNavigateHere()
  const readOnly = useReadOnly()
  const [asking, setAsking] = useState(false)
  const [running, setRunning] = useState(false)
  const permission = resource.permissions.delete
  if (endpoint === undefined || permission === null || !may(role, permission)) return null
  const entity = entityParameters(resource, localize)

  async function run(gone: Endpoint): Promise<void> {
    setRunning(true)
    const { done } = await shell.run(() => call(gone, { params: { id: record.id } }))
    setRunning(false)
    setAsking(false)
    if (!done) return
    shell.alert('success', [text('deleted', entity)], { autoClose: true })
    void navigate(listHref(shell, list) ?? '/')
  }

  const blocked = readOnly ?? record.blocked?.['delete']
  if (blocked) return <UnavailableButton label={text('delete')} reason={blocked} icon={<Icon path={mdiDeleteOutline} />} />
  return (
    <>
      <Button danger icon={<Icon path={mdiDeleteOutline} />} onClick={() => setAsking(true)}>
        {text('delete')}
      </Button>
      <Dialog
        open={asking}
        title={text('delete_title', entity)}
        okText={text('delete')}
        okButtonProps={{ danger: true }}
        confirmLoading={running}
        cancelText={text('cancel')}
        onOk={() => void run(endpoint)}
        onCancel={() => setAsking(false)}
      >
        {text('delete_text', { title: String(record[resource.title]) })}
      </Dialog>
    </>
  )
}
