import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { EditorToolbar } from './EditorToolbar.tsx'
import { safeHref } from './html-nodes.tsx'
import { HtmlView } from './HtmlView.tsx'
import styles from './html.module.css'

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
        class: styles.richText ?? '',
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
    // The stylesheet has what the editor needs; an injected style element would carry no nonce (spec/quality "Headers").
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
      className={styles.editor}
      data-invalid={invalid}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && frame.current?.contains(relatedTarget))) onBlur()
      }}
    >
      <EditorToolbar editor={editor} controls={id} previewing={previewing} onPreview={setPreviewing} />
      <EditorContent editor={editor} hidden={previewing} />
      {previewing ? (
        <div className={styles.preview}>
          <HtmlView html={value} />
        </div>
      ) : null}
    </div>
  )
}
