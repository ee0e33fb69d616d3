import {
  mdiEyeOutline,
  mdiFormatBold,
  mdiFormatHeader1,
  mdiFormatHeader2,
  mdiFormatItalic,
  mdiFormatListBulleted,
  mdiFormatListNumbered,
  mdiLink,
  mdiLinkOff,
  mdiRedo,
  mdiUndo,
} from '@mdi/js'
import { useEditorState, type Editor } from '@tiptap/react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { useEditorText, type EditorTextKey } from './editor-texts.ts'
import kit from '../base/kit.module.css'
import styles from './html.module.css'
import { LinkDialog } from './LinkDialog.tsx'

interface Tool {
  readonly name: EditorTextKey
  readonly icon: string
  readonly run: (editor: Editor) => void
  /** Whether the format is active at the caret; absent: a command without state. */
  readonly isOn?: (editor: Editor) => boolean
  readonly isPossible?: (editor: Editor) => boolean
  /** Starts a new group. */
  readonly apart?: boolean
}

const tools: readonly Tool[] = [
  {
    name: 'bold',
    icon: mdiFormatBold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    name: 'italic',
    icon: mdiFormatItalic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    name: 'heading',
    icon: mdiFormatHeader1,
    apart: true,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'subheading',
    icon: mdiFormatHeader2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'bullet_list',
    icon: mdiFormatListBulleted,
    apart: true,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'ordered_list',
    icon: mdiFormatListNumbered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  // A dialog asks for the URL first, so this tool runs nothing itself.
  { name: 'link', icon: mdiLink, apart: true, run: () => {}, isOn: (editor) => editor.isActive('link') },
  {
    name: 'unlink',
    icon: mdiLinkOff,
    run: (editor) => editor.chain().focus().extendMarkRange('link').unsetLink().run(),
    isPossible: (editor) => editor.isActive('link'),
  },
  {
    name: 'undo',
    icon: mdiUndo,
    apart: true,
    run: (editor) => editor.chain().focus().undo().run(),
    isPossible: (editor) => editor.can().undo(),
  },
  { name: 'redo', icon: mdiRedo, run: (editor) => editor.chain().focus().redo().run(), isPossible: (editor) => editor.can().redo() },
]

function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link')) {
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  } else chain.setLink({ href }).run()
}

/** Left and right move between the tools, so that a single Tab passes the toolbar (ARIA "toolbar"). */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  buttons.at(to % buttons.length)?.focus()
}

interface EditorToolbarProps {
  readonly editor: Editor
  /** Id of the element that the tools control. */
  readonly controls: string
  /** Whether the preview is shown; the tools are disabled meanwhile. */
  readonly previewing: boolean
  readonly onPreview: (previewing: boolean) => void
}

export function EditorToolbar({ editor, controls, previewing, onPreview }: EditorToolbarProps): ReactNode {
  const text = useEditorText()
  const [last, setLast] = useState<EditorTextKey>('bold')
  const [linking, setLinking] = useState<string | null>(null)
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map((tool) => ({ on: tool.isOn?.(now), possible: tool.isPossible?.(now) ?? true })),
  })
  const href = () => String(editor.getAttributes('link')['href'] ?? '')

  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={text('toolbar')} aria-controls={controls} tabIndex={-1} onKeyDown={walk}>
        {tools.map((tool, index) => {
          const { on, possible: inPlace = true } = states[index] ?? {}
          const possible = inPlace && !previewing
          return (
            <button
              key={tool.name}
              type="button"
              className={`${kit.squareButton} ${styles.tool} ${tool.apart ? styles.apart : ''}`}
              aria-label={text(tool.name)}
              title={text(tool.name)}
              aria-pressed={on}
              aria-disabled={!possible}
              tabIndex={tool.name === last ? 0 : -1}
              onFocus={() => setLast(tool.name)}
              // Keeps the caret in the editor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (!possible) return
                if (tool.name === 'link') setLinking(href())
                else tool.run(editor)
              }}
            >
              <Icon path={tool.icon} size={20} />
            </button>
          )
        })}
        <button
          type="button"
          className={`${kit.squareButton} ${styles.tool} ${styles.last}`}
          aria-pressed={previewing}
          tabIndex={last === 'preview' ? 0 : -1}
          onFocus={() => setLast('preview')}
          onClick={() => onPreview(!previewing)}
        >
          <Icon path={mdiEyeOutline} size={20} />
          {text('preview')}
        </button>
      </div>
      {linking === null ? null : (
        <LinkDialog
          href={linking}
          onApply={(address) => {
            setLinking(null)
            setLink(editor, address)
          }}
          onClose={() => {
            setLinking(null)
            editor.commands.focus()
          }}
        />
      )}
    </>
  )
}
