import { accountsOf } from '@adsite/auth'
import { userKinds, type SessionData } from '@adsite/contract'
import type { BriefPointers } from '@adsite/remote'
import { useEffect, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { createShellApi } from '../area/shell-api.ts'
import { cushionPath } from '../auth/session/return-path.ts'
import { Redirect } from '../element/Redirect.tsx'
import { usePointers } from '../federation/index.ts'
import { useViewingText } from './texts.ts'

const roleIn = (session: SessionData) => accountsOf(session).find((account) => account.isCurrent)?.role ?? null

/** The page of the user who was viewed, where the view began. */
function pageOfUser(viewed: SessionData, now: SessionData, pointers: BriefPointers): string | null {
  const kind = userKinds.find((each) => each === roleIn(viewed))
  return kind === undefined ? null : createShellApi(pointers, roleIn(now)).href(`${kind}_user.detail`, { id: viewed.user.id })
}

interface AfterViewingProps {
  /** What was shown while somebody else was viewed. */
  readonly viewed: SessionData
  readonly now: SessionData
}

/** Says that a view is over, and leads back to where it began. */
export function AfterViewing({ viewed, now }: AfterViewingProps): ReactNode {
  const ended = useViewingText()('ended')
  const pointers = usePointers()
  useEffect(() => showAlert('info', [ended]), [ended])
  return <Redirect to={cushionPath(pageOfUser(viewed, now, pointers) ?? '/')} />
}
