import { useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { accountUserEndpoints, roleCode } from '@adsite/contract'
import { UnavailableButton, Icon, lazyDialog } from '@adsite/screen-kit'
import { mdiEyeOutline } from '@mdi/js'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useUserKind } from '../account/account-kind.ts'
import { useScreenText } from './texts.ts'

const ViewAsDialog = lazyDialog(
  () => import('./ViewAsDialog.tsx'),
  ({ onClose }) => onClose(),
)

interface ViewAsButtonProps {
  readonly record: { readonly id: number; readonly name: string; readonly status: string }
}

function Available({ record: { id, name, status } }: ViewAsButtonProps): ReactNode {
  const t = useScreenText()
  const { data } = useApiQuery(accountUserEndpoints[useUserKind()].memberships, { params: { id } })
  const [open, setOpen] = useState(false)
  const memberships = data?.data
  const icon = <Icon path={mdiEyeOutline} />

  function reason(): string | null {
    if (status !== 'ACTIVE') return t('view_as_inactive')
    if (!memberships) return t('view_as_unknown')
    if (memberships.some(({ role }) => role === roleCode('admin'))) return t('view_as_admin')
    return memberships.length === 0 ? t('view_as_nowhere') : null
  }

  const why = reason()
  if (why !== null) return <UnavailableButton label={t('view_as')} reason={why} icon={icon} />
  return (
    <>
      <Button
        icon={icon}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void ViewAsDialog.preload()}
        onFocus={() => void ViewAsDialog.preload()}
      >
        {t('view_as')}
      </Button>
      {open && memberships ? <ViewAsDialog userId={id} name={name} memberships={memberships} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Shows administrators the site as the user sees it (spec/site "View as"); those who cannot be viewed say why. */
export function ViewAsButton(props: ViewAsButtonProps): ReactNode {
  return useMay('user.view_as') ? <Available {...props} /> : null
}
