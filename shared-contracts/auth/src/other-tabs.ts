/** What one tab tells the others of this browser: who is signed in now and in which account; `left`: the user has signed out. */
export type SessionNews = { readonly userId: number; readonly accountId: number } | 'left'

let channel: BroadcastChannel | null | undefined

/** Opened with the first use; null in a browser that has none, where tabs find out when they become visible. */
function openChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('adsite.session')
  return channel
}

/** Tells every other tab; this one hears nothing of it. */
export function tellOtherTabs(news: SessionNews): void {
  openChannel()?.postMessage(news)
}

/** Hears what other tabs tell, until the answered function is called. */
export function hearOtherTabs(hear: (news: SessionNews) => void): () => void {
  const open = openChannel()
  const listener = ({ data }: MessageEvent<SessionNews>) => hear(data)
  open?.addEventListener('message', listener)
  return () => open?.removeEventListener('message', listener)
}
