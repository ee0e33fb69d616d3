import type { ReactNode } from 'react'
import { contentHash } from './content-hash.ts'

const line = 'var(--ant-color-border-secondary, #f0f0f0)'
const strongLine = 'var(--ant-color-border, #d9d9d9)'
const muted = 'rgba(0, 0, 0, 0.6)'
const error = '#c4230a'

/**
 * The kit's CSS rules by class. A CSS module would be a separate file per remote, and its class names would be
 * equal in all versions of the kit (see contentHash). `&` stands for the class. Tag colours have a contrast of
 * 7:1 with their background; success (#C0FF1F) and warning of spec/site "Colours and icons" are not suitable for
 * text.
 */
const rules = {
  page: '&{display:flex;flex-direction:column;gap:16px;min-width:0;font-size:14px;line-height:1.6}',
  head: '&{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px}',
  head_text: '&{flex:1 1 240px;min-width:0}',
  heading:
    '&{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;overflow-wrap:anywhere;outline:none}@media(max-width:599.98px){&{font-size:20px}}',
  actions: '&{display:flex;flex-wrap:wrap;gap:8px}',
  panel: `&{background:#fff;border:1px solid ${line};border-radius:8px;min-width:0}`,
  panel_head: `&{display:flex;flex-wrap:wrap;align-items:center;min-height:44px;padding:6px 16px;border-bottom:1px solid ${line};gap:4px 10px}&:last-child{border-bottom:0}& h2{margin:0;font-size:14px;font-weight:600}`,
  panel_actions: '&{display:flex;flex-wrap:wrap;align-items:center;margin-left:auto;gap:4px 16px;font-size:13px}',
  panel_body: '&{display:flex;flex-direction:column;padding:12px 16px 16px;gap:12px;min-width:0}& p{margin:0}',
  section_title: `&{outline:none;margin:0;padding:12px 16px;font-size:14px;font-weight:600;border-bottom:1px solid ${line}}`,
  section_head: '&{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px}',
  section_heading: '&{margin:0;font-size:16px;font-weight:600}',
  muted: `&{color:${muted}}`,
  paragraph: '&{margin:0}',
  small: `&{font-size:12px;color:${muted}}`,
  hidden:
    '&{position:absolute!important;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}',
  grow: '&{flex:1 1 0;min-width:0}',
  notice:
    '&{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:8px 16px;border:1px solid #bcd0f5;border-radius:8px;background:#eef3fd;color:#1b3f80}',
  audit: '& div{grid-template-columns:64px minmax(0,1fr)}',

  tag: '&{display:inline-block;padding:0 8px;border-radius:10px;font-size:12px;line-height:20px;font-weight:500;white-space:nowrap}',
  tag_neutral: '&{background:#eceff3;color:#3b4552}',
  tag_success: '&{background:#ddf3e0;color:#0f4d1c}',
  tag_warning: '&{background:#fdeec8;color:#5f4100}',
  tag_error: '&{background:#fde2dd;color:#86190a}',
  tag_info: '&{background:#dfe9fb;color:#1b3f80}',

  results: '&{max-height:40vh;overflow-y:auto}',
  progress: '&{width:100%;height:12px;accent-color:#1f71ff}',
  check: '&{display:flex;align-items:flex-start;gap:8px;min-width:0}',
  option_name:
    '&{flex:1 1 0;min-width:0;padding:4px 0;border:0;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}&[aria-current]{font-weight:600;color:#1b5fd6}',
  view_form: '&{display:flex;flex-direction:column;gap:8px;padding:4px 8px}& div:last-child{padding-left:0}',
  tool_text: '&{display:inline-block;max-width:200px;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}',
  section_body: '&{padding:16px}',
  counts:
    '&{display:grid;grid-template-columns:repeat(auto-fit,minmax(96px,1fr));gap:8px;margin:0;max-width:560px}& div{padding:8px 12px;border-radius:8px;background:#f5f7fa}& dt{font-size:12px;color:rgba(0,0,0,.6)}& dd{margin:0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}',
  related_create: '&{float:right;margin-left:12px}',
  changes: '&{margin:0;padding:0;list-style:none}& li{overflow-wrap:anywhere}',
  lines: '& th:first-child,& td:first-child{width:72px;text-align:right}',
  tool: '&{position:relative;display:inline-flex}',
  popover: '&{display:flex;flex-direction:column;width:min(300px,calc(100vw - 56px));outline:none}',
  popover_waiting: '&{padding:8px;color:rgba(0,0,0,.6)}',
  popover_note: `&{margin:0 0 4px;padding:0 8px;font-size:12px;color:${muted}}`,
  popover_foot: `&{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px;padding:8px 8px 0;border-top:1px solid ${line}}`,
  options: '&{margin:0;padding:0;list-style:none;max-height:min(420px,60vh);overflow-y:auto}',
  option:
    '&{display:flex;align-items:center;gap:6px;min-height:32px;padding:2px 8px;border-radius:6px;color:inherit;text-decoration:none}&:hover,a&:focus-visible{background:#f3f6fb}& button{flex:none}',

  menu_action:
    '&{display:block;width:100%;min-height:40px;padding:8px;border:0;border-radius:6px;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer}&:hover,&:focus-visible{background:#f3f6fb}&:focus-visible{outline-offset:-3px}&[data-danger=true]{color:#c4230a}&[aria-disabled=true]{color:rgba(0,0,0,.6);cursor:not-allowed;min-height:0;padding-bottom:2px}',
  menu_reason: `&{margin:0;padding:0 8px 8px;font-size:12px;line-height:1.5;color:${muted}}`,

  toolbar: '&{display:flex;flex-wrap:wrap;align-items:center;gap:8px}',
  search: '&{flex:1 1 160px;max-width:360px;min-width:0}@media(max-width:599.98px){&{max-width:none;flex-basis:100%}}',
  count: '&{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-left:auto;min-height:32px;font-variant-numeric:tabular-nums}',
  badge:
    '&{display:inline-block;min-width:18px;padding:0 5px;border-radius:9px;background:#1b5fd6;color:#fff;font-size:12px;line-height:18px;text-align:center}',
  filters: '&{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,250px),1fr));gap:12px 16px;padding:12px 16px 16px}',
  filter: '&{display:flex;flex-direction:column;gap:4px;min-width:0;margin:0;padding:0;border:0}',
  filter_label: `&{padding:0;line-height:20px;font-size:12px;color:${muted}}`,
  filter_legend: '&{margin-bottom:4px}',
  pair: '&{display:grid;grid-template-columns:minmax(0,1fr) auto minmax(0,1fr);align-items:center;gap:4px}',
  chips: '&{display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin:0;padding:0;list-style:none}',
  chip: '&{display:inline-flex;align-items:center;max-width:100%;border-radius:14px;background:#e9effa;color:#1b3f80;font-size:13px;line-height:28px;padding-left:12px}',
  chip_text: '&{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
  chip_remove:
    '&{display:grid;place-items:center;flex:none;width:28px;height:28px;margin-left:2px;border:0;border-radius:14px;background:none;color:inherit;cursor:pointer}&:hover,&:focus-visible{background:#cfdef7}',

  // Isolation keeps the table's layers below the page's bars.
  table: '&{isolation:isolate;overflow:hidden}',
  table_scroll:
    '&{position:relative;overflow:auto;container-type:inline-size;scroll-padding:40px 8px 8px 272px}@media(min-width:600px){&{max-height:max(360px,calc(100dvh - 330px))}}',
  data: `&{width:100%;border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums}& caption{position:absolute}& :is(th,td){padding:8px;border-bottom:1px solid ${line};text-align:start;font-weight:400}& thead th{position:sticky;top:0;z-index:2;font-size:13px;font-weight:600;white-space:nowrap}&& thead th{background:#fafafa}& tbody tr:last-child>*{border-bottom-width:0}& tbody tr:hover>*{background:#fafafa}& tbody tr[data-chosen=true]>*{background:#eaf2ff}& tbody a:not(:hover,:focus-visible){text-decoration:none}`,
  fixed: '&{table-layout:fixed}& tbody :is(th,td){overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
  cut: '&{display:inline-flex;max-width:100%;vertical-align:bottom}& :first-child{min-width:0;overflow:hidden;text-overflow:ellipsis}& :last-child{flex:none;white-space:pre}',
  pick: '&&{position:sticky;left:0;z-index:1;padding:0;text-align:center;background:#fff}thead &&{z-index:3}& label{display:grid;place-items:center;height:38px;cursor:pointer}& input{width:16px;height:16px;margin:0;accent-color:#1f71ff;cursor:inherit}',
  // Follows the checkbox column, whose width ListTable defines.
  edge: `&&{position:sticky;left:0;z-index:1;background:#fff;border-right:1px solid ${line}}&&:not(:first-child){left:44px}thead &&&{z-index:3}`,
  sorted: `&&{padding:0}& button{display:flex;align-items:center;justify-content:inherit;gap:2px;width:100%;padding:8px;border:0;background:none;color:inherit;font:inherit;cursor:pointer}& button:hover{background:#f0f0f0}& button:focus-visible{outline-offset:-3px}& svg{color:#85898f}&[aria-sort] svg{color:#155bd6}`,
  stale: '&{opacity:.55;transition:opacity .15s .1s}',
  bone: '&{display:inline-block;vertical-align:middle;width:70%;height:12px;border-radius:4px;background:#eef0f3}',
  cards: '&{display:flex;flex-direction:column;gap:8px;margin:0;padding:0;list-style:none}',
  card: `&{padding:12px 16px;background:#fff;border:1px solid ${line};border-radius:8px}`,
  card_head:
    '&{display:flex;align-items:flex-start;justify-content:space-between;gap:8px;margin:0 0 8px;font-size:15px;font-weight:600;line-height:1.5;overflow-wrap:anywhere}',
  facts:
    '&{display:grid;grid-template-columns:minmax(96px,auto) 1fr;gap:4px 12px;margin:0;font-size:13px}& dt{color:rgba(0,0,0,.6)}& dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}',
  paging: '&{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:8px 16px}',
  pages: '&{display:flex;gap:8px}',
  empty:
    '&{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:8px;padding:48px 16px;text-align:center}& p{margin:0;max-width:48em}& h2{margin:0;font-size:16px;font-weight:600}',

  detail:
    '&{display:grid;grid-template-columns:minmax(0,1fr) clamp(240px,26%,340px);gap:16px;align-items:start}@media(max-width:959.98px){&{grid-template-columns:minmax(0,1fr)}}',
  stack: '&{display:flex;flex-direction:column;gap:16px;min-width:0}',
  fields: `&{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));margin:0;padding:4px 16px 8px;column-gap:32px}`,
  fact: '&{display:grid;grid-template-columns:128px minmax(0,1fr);gap:12px;padding:8px 0}& dt{color:rgba(0,0,0,.6);font-size:13px;line-height:22px}& dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap;font-variant-numeric:tabular-nums}',
  wide: '&{grid-column:1/-1}',
  block: '&{grid-template-columns:minmax(0,1fr);gap:4px}',
  related: '&{display:flex;flex-direction:column;gap:2px;margin:0;padding:0;list-style:none}',
  side: '&{padding:8px 16px}',
  references:
    '&{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr));gap:4px 16px;margin:0;padding:0;list-style:none}&+button{margin-top:8px}',
  scroll: '&{overflow-x:auto}',
  related_table: `&{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}& th,& td{padding:7px 16px;text-align:left;font-weight:400;border-bottom:1px solid ${line}}& thead th{font-size:12px;color:${muted};white-space:nowrap}& tbody th{min-width:160px;overflow-wrap:anywhere}& td{white-space:nowrap}& tbody tr:last-child>*{border-bottom:0}`,
  figure: '&&{text-align:right;justify-content:end}',
  related_head: `&{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 12px;padding:12px 16px;border-bottom:1px solid ${line}}& h2{margin:0;font-size:14px;font-weight:600}& a{margin-left:auto}`,
  related_foot: `&{padding:8px 16px;border-top:1px solid ${line}}`,
  history: '&{margin:0;padding:4px 16px 12px;list-style:none}',
  change: `&{padding:10px 0;font-size:13px}&+&{border-top:1px solid ${line}}& p{margin:0}& ul{margin:4px 0 0;padding:0;list-style:none}`,
  change_field: '&{display:grid;grid-template-columns:112px minmax(0,1fr);gap:8px;padding:2px 0;overflow-wrap:anywhere}',
  before: `&{color:${muted};text-decoration:line-through}`,
  footer: '&{padding:0 16px 12px}',
  unavailable: `&&&{color:${muted};background:#f5f5f5;border-color:${strongLine};cursor:not-allowed;box-shadow:none}`,

  files: '&{display:grid;margin:0;padding:0;list-style:none}',
  file: '&{display:flex;align-items:center;gap:10px;min-height:44px}& progress{width:min(200px,30%);height:8px;accent-color:#1f71ff}',
  file_name: '&{flex:1;min-width:0;overflow-wrap:anywhere}',
  file_size: `&{flex:none;color:${muted};font-size:13px;font-variant-numeric:tabular-nums}`,
  file_refused: '&{padding:4px 4px 4px 12px;border-radius:6px;background:#fdeeeb;color:#86190a}&+&{margin-top:4px}',
  file_dismiss:
    '&{display:grid;place-items:center;flex:none;width:36px;height:36px;padding:0;border:0;border-radius:6px;background:none;color:inherit;cursor:pointer}',
  drop: `&{position:relative;display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:16px;border:1px dashed #9aa0a8;border-radius:8px;background:#fafbfc;cursor:pointer}&[data-over='true']{border-color:#1f71ff;background:#eef4ff}&:focus-within{outline:3px solid #1f71ff;outline-offset:2px}& small{flex-basis:100%;color:${muted};font-size:13px}`,
  drop_input: '&{position:absolute;inset:0;cursor:pointer;opacity:0}',
  drop_button: `&{display:inline-flex;align-items:center;gap:8px;min-height:36px;padding:0 14px;border:1px solid ${strongLine};border-radius:6px;background:#fff}`,

  form: '&{display:flex;flex-direction:column;gap:16px;min-width:0}',
  inputs:
    '&{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 32px;padding:16px 16px 0}@media(max-width:959.98px){&{grid-template-columns:minmax(0,1fr)}}',
  input: '&{display:flex;flex-direction:column;gap:4px;min-width:0;margin:0;padding:0;border:0}',
  label: '&{display:flex;align-items:center;gap:8px;padding:0;font-size:13px;font-weight:600;line-height:22px}',
  control: '&{display:block;min-width:0;width:100%}',
  moment_button:
    '&{display:grid;place-items:center;width:24px;height:24px;margin-right:-4px;padding:0;border:0;border-radius:4px;background:none;color:#5f646b;cursor:pointer}&:hover,&:focus-visible{background:#e9effa;color:#1b5fd6}',
  moment_panel: `&{position:fixed;inset:auto;z-index:1050;margin:0;padding:12px;width:max-content;max-width:calc(100vw - 16px);border:1px solid ${line};border-radius:8px;background:#fff;box-shadow:0 6px 20px rgba(0,0,0,.16)}`,
  moment_time: `&{display:flex;align-items:center;justify-content:space-between;gap:12px;margin-top:8px;padding-top:8px;border-top:1px solid ${line};font-size:13px}& select{height:32px;padding:0 8px;border:1px solid ${strongLine};border-radius:6px;background:#fff;font:inherit}`,
  calendar:
    '&{font-variant-numeric:tabular-nums}& table{border-collapse:collapse}& th{width:38px;height:28px;padding:0;font-size:12px;font-weight:400;color:#5f646b}& td{padding:1px}& td button{width:36px;height:36px;padding:0;border:0;border-radius:6px;background:none;font:inherit;cursor:pointer}& td button:hover{background:#e9effa}& td button[aria-current]{box-shadow:inset 0 0 0 1px #1b5fd6}& td button[aria-pressed=true]{background:#1b5fd6;color:#fff}& td button[data-outside=true]{color:#6b7078}& td button[aria-disabled=true]{color:#8b9097;text-decoration:line-through;background:none;cursor:not-allowed}',
  calendar_head:
    '&{display:flex;align-items:center;justify-content:space-between;margin-bottom:4px;font-weight:600}& button{display:grid;place-items:center;width:36px;height:36px;padding:0;border:0;border-radius:6px;background:none;cursor:pointer}& button:hover{background:#e9effa}',
  bare: '&{margin:0;padding:4px 0;border:0;min-width:0}',
  editor_waiting: `&{display:grid;place-items:center;min-height:252px;border:1px solid ${strongLine};border-radius:6px;color:${muted}}`,
  required: '&{padding:0 6px;border-radius:4px;background:#fde2dd;color:#86190a;font-size:11px;font-weight:500;line-height:18px}',
  fault: `&{color:${error};font-size:13px;line-height:1.5;margin:0}`,
  // Reserves a line for the error message, so that content below does not shift under the pointer.
  fault_room: '&{min-height:20px;padding-bottom:6px}',
  help: `&{color:${muted};font-size:12px;line-height:1.5;margin:0}`,
  bar: `&{position:sticky;bottom:0;z-index:5;display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:12px 16px;background:#fff;border:1px solid ${line};border-radius:8px;box-shadow:0 -4px 12px rgba(0,0,0,.05)}`,
  bar_note:
    '&{flex:1 1 240px;min-width:0;padding-right:64px;font-size:13px}@media(max-width:599.98px){&{order:-1;flex-basis:100%;padding-right:0}}& button{padding:0;border:0;background:none;color:#1b5fd6;font:inherit;cursor:pointer}& button:hover,& button:focus-visible{text-decoration:underline}',
  versions: `&{width:100%;border-collapse:collapse;table-layout:fixed;margin-top:12px}& th,& td{padding:8px;text-align:left;vertical-align:top;border-bottom:1px solid ${line};overflow-wrap:anywhere;font-weight:400}& thead th{font-size:13px;color:rgba(0,0,0,.6)}& tbody th{font-weight:500}`,
} as const

type ClassName = keyof typeof rules

const scope = `sk${contentHash(JSON.stringify(rules))}`

// oxlint-disable-next-line typescript/consistent-type-assertions -- built from the keys of the rules
export const kit = Object.fromEntries(Object.keys(rules).map((name) => [name, `${scope}-${name}`])) as Readonly<Record<ClassName, string>>

const css = Object.entries(rules)
  .map(([name, rule]) => rule.replaceAll('&', `.${scope}-${name}`))
  .join('\n')

/** Adds the rules to the page, once regardless of the number of screens that render it (React hoists and deduplicates them). */
export function KitStyles(): ReactNode {
  return (
    <style href={scope} precedence="kit">
      {css}
    </style>
  )
}
