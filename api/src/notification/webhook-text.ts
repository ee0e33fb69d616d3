import { formatText, isKeyOf, webhookLimits, type Locale, type Text } from '@adsite/contract'
import type { WebhookKind } from '../db/schema/people/notification.ts'

const texts: Readonly<Record<WebhookKind, Text>> = {
  webhook_failing: {
    ja: `Webhook「{{name}}」への送信が${webhookLimits.attempts}回続けて失敗したため、停止しました。受信側を確認してから再開してください。`,
    en: `The webhook “{{name}}” failed ${webhookLimits.attempts} times in a row and was turned off. Check the receiver, then turn it on again.`,
  },
  webhook_gone: {
    ja: 'Webhook「{{name}}」の受信側が受け取りを終了した（410）ため、停止しました。',
    en: 'The receiver of the webhook “{{name}}” wants no more messages (410), so it was turned off.',
  },
}

/** The text of a notification about a webhook; null for other kinds. */
export function webhookText(kind: string, params: Readonly<Record<string, string>>, locale: Locale): string | null {
  return isKeyOf(texts, kind) ? formatText(texts[kind][locale], params) : null
}
