import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { deliveryFieldNames, deliveryFields, sourceName, required } from '@adsite/contract'

export interface IngestArguments {
  readonly file: string
  /** null if a column of the file names the advertiser. */
  readonly advertiser: string | null
  readonly source: string
  /** All --map options and the date format, in the form that `parseMapping` reads. */
  readonly map: string
  /** Whether the source's saved mapping is used, or replaced by this one. */
  readonly mapping: 'saved' | 'save' | null
  /** All --rate options, in the form that `parseRates` reads. */
  readonly rate: string
  readonly format: 'csv' | 'ndjson' | null
  readonly createMissing: boolean
  readonly rejects: string | null
  readonly strict: boolean
  readonly replace: boolean
  readonly json: boolean
}

/** The options as the parser hands them out. */
interface Options extends Pick<IngestArguments, 'source' | 'createMissing' | 'strict' | 'replace' | 'json'> {
  readonly advertiser?: string
  readonly map: readonly string[]
  readonly rate: readonly string[]
  readonly dateFormat?: string
  readonly saveMapping?: true
  readonly savedMapping?: true
  readonly rejects?: string
  readonly format?: 'csv' | 'ndjson'
}

const fieldHelp = deliveryFieldNames
  .map((name) => `  ${name.padEnd(12)}${deliveryFields[name].help}${deliveryFields[name].required ? ' (required)' : ''}`)
  .join('\n')

const notes = `
Fields of --map:
${fieldHelp}

A value with braces is put together from columns. Without --map the file's header uses the names above.
The file is UTF-8 (with or without BOM), CSV with a header or one JSON object a line, plain or gzipped.
Bad lines are refused one by one and reported with their number; all good ones are taken in one transaction.
The same content from the same source counts once, so a run that failed can simply be repeated; one of which lines
were refused can be handed in again once the mapping or the names are mended, and what was refused is added.
A line below zero is a correction: it is taken where it leaves nothing below zero of what its source has delivered for
its day, hour, campaign, ad, creative, frame, device and prefecture.
What a file does not say (no column, an empty cell) is not known, in every sum and ratio; it is never 0.
A file with a column of advertisers (advertiser or advertiser_id) holds the delivery of several: the names of each line
are those of its advertiser, and --advertiser is left out.
Frames are called as their source calls them; our own are said by frame_id or frame_code. Which of ours a source means by a
name is said once on the site (/op/source_frame), for its next files.

--save-mapping keeps what --map and --date-format say under the name of the source; for its next files --saved-mapping
says the same. The import screen of the site reads and saves the same mappings.

Money is in yen. Where a column is mapped to currency, a line in another currency is refused unless --rate says what
one unit is worth; its money is multiplied exactly, and the rates stay in the file's record.
Columns that nothing is mapped to are not read; the result names them.

--replace corrects days that were delivered: for every day of the lines taken, what the same source has handed in
for the same advertiser so far goes, and the file's lines come, in one transaction. Other days and sources stay. It also
reads a file anew that was taken before, with another mapping or rate, unless fewer of its lines could be taken.

--create-missing creates, below each advertiser (which is created too when its name is new):
  campaigns  named as in the file: paused, budget 1 yen, for the days that the file covers
  ads        one for each name in the column of ad; without such a column one for each creative of a campaign
  creatives  named as in the file, with the size that the name holds ("160 x 600")
  frames     one with a space of its own for each slot, below a medium named like the source
Without it a line with an unknown name is refused. A slot like "#N/A" is taken without a frame.

Database: DATABASE_URL (DATABASE_DIRECT_URL where it leads to a pooler), else the one in DATA_DIR (default: data), started for the time of the
run if it does not run.
Exit status: 0 all taken, now or before; 1 some lines or the file not taken, in a repeated run too; 2 wrong usage.

Example:
  npm run ingest -- report.csv --advertiser 1 --source dsp-1 --create-missing \\
    --map "day=2020 {month} {date},campaign=campaign_name,creative=banner,frame=placement" \\
    --map "imps=displays,clicks=clicks,gross=revenue,media_cost=cost" --date-format "YYYY MMMM D"
`

const collected = (value: string, all: string[]) => [...all, value]

function source(value: string): string {
  if (sourceName.test(value)) return value
  throw new InvalidArgumentError('Use 1 to 100 letters, digits, dots, hyphens or underscores.')
}

/** Ends the command with exit status `code` after everything was printed; also thrown for --help. */
export class ArgumentsEnd extends Error {
  readonly code: number
  constructor(code: number) {
    super('The arguments end the program')
    this.code = code
  }
}

export function ingestArguments(argv: readonly string[]): IngestArguments {
  const command = new Command('ingest')
    .description('Take a delivery file into the database.')
    .argument('<file>', 'CSV or NDJSON, also gzipped')
    .option('--advertiser <name or id>', 'account that all of the delivery belongs to, where no column says it')
    .requiredOption('--source <name>', 'who hands the file in', source)
    .option('--map <pairs>', 'field=column pairs, comma-separated; may be given several times', collected, [])
    .addOption(new Option('--save-mapping', 'once lines are taken, save the mapping for the source').conflicts('savedMapping'))
    .option('--saved-mapping', 'use the mapping that was saved for the source')
    .option('--date-format <format>', 'how days are written, for example "YYYY MMMM D" (default: YYYY-MM-DD)')
    .option('--rate <currency=yen>', 'yen for one unit of another currency, such as USD=150.25; may be given several times', collected, [])
    .addOption(new Option('--format <format>', 'kind of file (default: told from its first character)').choices(['csv', 'ndjson']))
    .option('--create-missing', 'create what the file names and the database lacks', false)
    .option('--rejects <file>', 'write refused lines to this file, with the header')
    .option('--strict', 'take nothing when a line is refused', false)
    .option('--replace', 'take the place of what the source handed in for the days of the lines taken', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', notes)
    .exitOverride()
    .showHelpAfterError('Run with --help for all options.')
  try {
    command.parse(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) throw new ArgumentsEnd(error.exitCode === 0 ? 0 : 2)
    throw error
  }
  const {
    advertiser = null,
    map,
    rate,
    dateFormat,
    saveMapping,
    savedMapping,
    rejects = null,
    format = null,
    ...options
  } = command.opts<Options>()
  return {
    ...options,
    file: required(command.args[0], 'the argument <file>, which the parser requires'),
    advertiser,
    map: [...map, ...(dateFormat === undefined ? [] : [`date_format=${dateFormat}`])].join(','),
    mapping: savedMapping ? 'saved' : saveMapping ? 'save' : null,
    rate: rate.join(','),
    format,
    rejects,
  }
}
