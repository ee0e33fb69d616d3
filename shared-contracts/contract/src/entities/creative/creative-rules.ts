import type { Text } from '../../text/text.ts'
import { message } from '../../text/message.ts'
import { validationText } from '../../text/validation.ts'
import { acceptedTypes, materialError, type CreativeRules, type Material } from './creative-material.ts'
import { isKeyOf } from '../../value/keys.ts'

type Values = Readonly<Record<string, unknown>>

const texts = {
  headline: { max: 'headline_max', label: { ja: '見出し', en: 'headline' }, needed: true },
  description: { max: 'description_max', label: { ja: '説明文', en: 'description' }, needed: true },
  principal: { max: 'principal_max', label: { ja: '主体者表記', en: 'advertiser shown' }, needed: true },
  button_text: { max: 'button_max', label: { ja: 'ボタンの文言', en: 'button text' }, needed: false },
} as const satisfies Record<string, { max: keyof CreativeRules; label: Text; needed: boolean }>

/** Validates text lengths against the format; texts the format does not use must be empty. Returns coded messages by field. */
export function validateCreativeText(format: CreativeRules, values: Values): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const [field, { max }] of Object.entries(texts)) {
    const limit = format[max]
    const value = values[field]
    if (typeof value !== 'string' || value === '') continue
    // Counts characters as people do, not UTF-16 code units.
    const length = [...value].length
    if (limit === null) faults[field] = [message('text_unused')]
    else if (length > limit) faults[field] = [message('text_max', limit, length)]
  }
  return faults
}

const lacking = (ja: string, en: string): Text => ({ ja: `${ja}を入力してください。`, en: `Enter the ${en}.` })

/** Lists what a creative still needs before submission for review, as texts; empty if complete. */
export function creativeLacks(format: CreativeRules | null, values: Values, materials: readonly Material[]): Text[] {
  if (!format) return [{ ja: 'フォーマットを選んでください。', en: 'Choose a format.' }]
  if (format.kind === 'VIDEO')
    return [{ ja: '動画フォーマットの入稿にはまだ対応していません。', en: 'Video formats cannot be handed in yet.' }]
  // A banner carries its text in the image.
  const saysItInWords = format.kind === 'NATIVE' || format.kind === 'TEXT'
  const missing = Object.entries(texts)
    .filter(([field, { max, needed }]) => needed && saysItInWords && format[max] !== null && !values[field])
    .map(([, { label }]) => lacking(label.ja, label.en))
  const wrong = Object.entries(validateCreativeText(format, values)).flatMap(([field, [fault = '']]): Text[] => {
    if (!isKeyOf(texts, field)) return []
    const { label } = texts[field]
    return [{ ja: `${label.ja}：${validationText(fault, 'ja')}`, en: `${label.en}: ${validationText(fault, 'en')}` }]
  })
  const page = values['landing_url'] ? [] : [lacking('リンク先URL', 'landing URL')]
  const unfit = materials.flatMap((material) => {
    const fault = materialError(format, material)
    return fault ? [{ ja: `${material.name}：${validationText(fault, 'ja')}`, en: `${material.name}: ${validationText(fault, 'en')}` }] : []
  })
  const plain = materials.some(({ width, height }) => width === format.width && height === format.height)
  const image =
    acceptedTypes(format).length > 0 && !plain
      ? [{ ja: `${format.width}×${format.height}pxの素材を登録してください。`, en: `Add a ${format.width}×${format.height} px material.` }]
      : []
  return [...missing, ...wrong, ...page, ...image, ...unfit]
}
