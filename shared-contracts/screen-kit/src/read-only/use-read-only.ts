import { useSession } from '@adsite/auth'
import { useKitText } from '../base/texts.ts'

/** Why nothing can be changed, or no file be downloaded: an administrator views the site as somebody else. null: neither is so. */
export function useReadOnly(of: 'viewing_reason' | 'viewing_file' = 'viewing_reason'): string | null {
  const text = useKitText()
  const session = useSession()
  return session?.viewing ? text(of, { name: session.user.name }) : null
}
