import { runNode } from '../integration/support/harness.cjs';
import { readBytes, createMemoryFile } from '../integration/support/binaryData.cjs';
import type { Service } from '../service/server.cjs';

const MENU =
	'The winter menu is here ❄️\n\nCinnamon latte & gingerbread from Monday.\nhttps://acme.example/menu #coffee';
const ROWS = [
	{ date: '2026-12-14 09:00', networks: ['bluesky', 'linkedin'], text: MENU },
	{ date: '2026-12-15 12:30', networks: ['mastodon'], text: 'Open until ten tonight. Come by!' },
	{
		date: '2026-12-16 10:00',
		networks: ['x'],
		text: `We roast every Tuesday. ${'The drum turns, the beans crack twice, and the whole street smells of caramel. '.repeat(4)}`,
	},
	{
		date: '2026-12-17 17:00',
		networks: ['reddit'],
		text: 'What grind do you use for a moka pot?\nWe tried five, and wrote down what happened.',
	},
	{ date: '2026-12-18 08:00', networks: [], text: 'Closed on Monday. See you on Tuesday!' },
];

/** The page that Preview Only makes of a week with two mistakes; all rows have these PNGs. */
export async function renderSamplePage(
	service: Service,
	pictures: Buffer[],
	options: Record<string, string | boolean> = {},
): Promise<string> {
	const getId = (network: string) =>
		service.state.channels.find(({ identifier }) => identifier === network)!.id;
	const files = pictures.map((bytes, index) => {
		const fileName = ['latte.png', 'cup.png', 'beans.png'][index];
		return [`picture${index}`, createMemoryFile(bytes, { fileName, mimeType: 'image/png' })];
	});
	const reddit = { subreddit: 'r/coffee', title: 'What grind do you use for a moka pot?' };
	const { output, error } = await runNode({
		service,
		parameters: {
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: '={{ $json.date }}',
			channels: '={{ $json.channels }}',
			content: '={{ $json.text }}',
			media: { file: [{ source: 'binary', binaryField: files.map(([name]) => name).join(', ') }] },
			networkSettings: { network: [{ provider: 'reddit', subreddit: { entry: [reddit] } }] },
			options: { previewOnly: true, allowPastDates: true, ...options },
		},
		items: ROWS.map(({ networks, ...row }, index) => ({
			json: { row_number: index + 2, ...row, channels: networks.map(getId) },
			binary: Object.fromEntries(files),
		})),
		timezone: 'Europe/Berlin',
	});
	if (error) throw new Error(error.message);
	return (await readBytes(output[0][0].binary!.preview)).toString();
}
