/**
 * The message one tab sends to the other tabs of this browser: the signed-in user and account, `left` after a sign-out, or `ended`
 * where the server has refused the session.
 */
export type SessionNews = { readonly userId: number; readonly accountId: number } | 'left' | 'ended'

let channel: BroadcastChannel | null | undefined

/** Opened on first use; null in browsers without BroadcastChannel, where tabs catch up when they become visible. */
function openChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('adsite.session')
  return channel
}

/** Notifies every other tab; the sending tab does not receive the message. */
export function tellOtherTabs(news: SessionNews): void {
  openChannel()?.postMessage(news)
}

/** Listens to other tabs until the returned function is called. */
export function hearOtherTabs(hear: (news: SessionNews) => void): () => void {
  const open = openChannel()
  const listener = ({ data }: MessageEvent<SessionNews>) => hear(data)
  open?.addEventListener('message', listener)
  return () => open?.removeEventListener('message', listener)
}
