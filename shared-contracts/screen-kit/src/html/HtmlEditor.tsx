import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { contentHash } from '../base/content-hash.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { safeHref } from './html-nodes.tsx'
import { HtmlView } from './HtmlView.tsx'
import { richText, RichTextStyles } from './rich-text-styles.tsx'

export interface HtmlEditorProps {
  readonly id: string
  /** Id of the element that labels the editor. */
  readonly labelledBy: string
  /** HTML; '' when empty. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly onBlur: () => void
  readonly focusRef: Ref<{ focus: () => void }>
  readonly described: string | undefined
  readonly required: boolean
  readonly invalid: boolean
}

const rules = `
&{border:1px solid #d9d9d9;border-radius:6px;background:#fff}
&:focus-within{border-color:#1f71ff;box-shadow:0 0 0 2px rgba(31,113,255,.12)}
&[data-invalid=true]{border-color:#c4230a}
& .&-tools{display:flex;flex-wrap:wrap;gap:2px;padding:4px;border-bottom:1px solid #e6e8eb}
& .&-tool{display:grid;place-items:center;width:36px;height:36px;padding:0;border:0;border-radius:6px;background:none;color:#374151;cursor:pointer}
& .&-tool:hover{background:#f0f2f5}
& .&-tool[aria-pressed=true]{background:#dfe9fb;color:#1b3f80}
& .&-tool[aria-disabled=true]{color:#9aa0a8;cursor:default;background:none}
& .&-apart{margin-left:10px}
& .&-last{display:inline-flex;align-items:center;width:auto;margin-left:auto;padding:0 10px 0 8px;gap:6px;font:inherit;font-size:13px}
& .&-preview{min-height:200px;padding:12px 16px}
& [hidden]{display:none}
& [role=textbox]{min-height:200px;padding:12px 16px;outline:none;white-space:pre-wrap;word-break:break-word;font-variant-ligatures:none}
& [role=textbox]:focus-visible{outline:none}
`.trim()
const scope = `he${contentHash(rules)}`
const css = rules.replaceAll('.&-', `.${scope}-`).replaceAll('&', `.${scope}`)
const classes = { tools: `${scope}-tools`, tool: `${scope}-tool`, apart: `${scope}-apart`, last: `${scope}-last` }

/** Exactly what the server's sanitiser keeps, so that authors see what readers will see. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => safeHref(url) !== null,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    // Otherwise the stored text would contain an empty last paragraph.
    trailingNode: false,
  }),
]

/** A rich text editor in its own chunk, because it is larger than all other inputs together. */
export default function HtmlEditor(props: HtmlEditorProps): ReactNode {
  const { id, labelledBy, value, onChange, onBlur, focusRef, described, required, invalid } = props
  const frame = useRef<HTMLDivElement>(null)
  const [previewing, setPreviewing] = useState(false)
  /** The editor's current value, as received or last reported. */
  const held = useRef(value)
  const editorProps = useMemo(
    () => ({
      attributes: {
        id,
        class: richText,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-required': String(required),
        'aria-invalid': String(invalid),
        ...(described ? { 'aria-describedby': described } : {}),
      },
    }),
    [id, labelledBy, required, invalid, described],
  )
  const editor = useEditor({
    extensions,
    content: value,
    editorProps,
    // Styles are defined in this module, because an injected style element would carry no nonce (spec/quality "Headers").
    injectCSS: false,
    onUpdate: ({ editor: now }) => {
      held.current = now.isEmpty ? '' : now.getHTML()
      onChange(held.current)
    },
  })
  useImperativeHandle(
    focusRef,
    () => ({
      focus: () => {
        setPreviewing(false)
        editor.commands.focus()
      },
    }),
    [editor],
  )
  useEffect(() => {
    if (value === held.current) return
    held.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <div
      ref={frame}
      className={scope}
      data-invalid={invalid}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && frame.current?.contains(relatedTarget))) onBlur()
      }}
    >
      <RichTextStyles />
      <style href={scope} precedence="kit">
        {css}
      </style>
      <EditorToolbar editor={editor} controls={id} previewing={previewing} onPreview={setPreviewing} classes={classes} />
      <EditorContent editor={editor} hidden={previewing} />
      {previewing ? (
        <div className={`${scope}-preview`}>
          <HtmlView html={value} />
        </div>
      ) : null}
    </div>
  )
}
