import type { Text } from '@adsite/i18n'
import { textReader } from '../base/text-reader.ts'

export const developmentTexts = {
  title: { ja: '開発ビルド', en: 'Development build' },
  about: {
    ja: '「{{area}}」を、リリース済みのビルドの代わりに、このコンピューターの開発サーバーから読み込みます。',
    en: 'Loads “{{area}}” from a development server on this computer in place of the released build.',
  },
  server: { ja: '開発サーバー', en: 'Development server' },
  scope: {
    ja: 'このブラウザーの、いまのログインだけが対象です。{{hours}}時間後、ログアウト、アカウントの切り替えのいずれかで終了します。ほかの利用者には影響しません。',
    en: 'Only for your current sign-in in this browser. It ends after {{hours}} hours, when you sign out and when you switch accounts. Nobody else is affected.',
  },
  warning: {
    ja: '開発サーバーのコードは、あなたの権限で動作します。自分で起動したサーバーだけを指定してください。',
    en: 'Its code runs with your rights. Go on only with a server that you started yourself.',
  },
  start: { ja: '開発ビルドを使う', en: 'Use the development build' },
  bad_link: {
    ja: 'このリンクは使用できません。開発サーバー（pnpm dev:エリア名）が表示したリンクを開いてください。',
    en: 'This link does not work. Open the link that the development server (pnpm dev:AREA) has printed.',
  },
  to_home: { ja: 'ホームへ', en: 'Home' },
  banner_label: { ja: '開発ビルドの表示', en: 'About the development build' },
  running: { ja: '開発ビルドを表示中：{{area}}（{{origin}}）', en: 'Development build of {{area}} from {{origin}}' },
  absent: {
    ja: '{{area}}の開発サーバー（{{origin}}）が応答しません。リリース済みのビルドを表示しています。起動してから再読み込みしてください。',
    en: 'The development server of {{area}} ({{origin}}) does not answer: the released build is shown. Start it and reload the page.',
  },
  until: { ja: '{{time}}まで', en: 'until {{time}}' },
  problems: { ja: 'ビルド・型のエラー：{{count}}件', en: 'Errors of the build or of types: {{count}}' },
  more_problems: {
    ja: '残り{{count}}件は、開発サーバーを起動したターミナルに表示されています。',
    en: '{{count}} more in the terminal of the development server.',
  },
  problems_label: { ja: 'ビルド・型のエラーの一覧', en: 'List of errors of the build and of types' },
  end: { ja: '終了', en: 'End' },
} as const satisfies Record<string, Text>

export const useDevelopmentText = textReader('shell-development', developmentTexts)
