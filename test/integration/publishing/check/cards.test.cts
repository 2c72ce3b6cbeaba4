/** What is said of a post stands on its card in the preview: every rule of every network, by the table of them. */
import { Uploads } from '../../../../nodes/Postiz/media/uploads';
import { ruleCases, type RuledFile, type RuledPost } from '../../../networks/rules.cjs';
import { addWarpcast, item, request, segment } from '../../../service/client.cjs';
import { PNG } from '../../../shared/samples.cjs';
import { bytesOf, jsonItems, memoryFile, type NodeRun } from '../../support/harness.cjs';
import {
	channelEntry,
	createFromJson,
	createPost,
	onChannels,
	storePost,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { fileOf } from './ruledFiles.cjs';

const service = useService();

/** A file of a setting lies beyond a body: its size is tried in a form. */
const cases = ruleCases
	.filter(([, , , , { thumbnail }]) => thumbnail === undefined)
	.flatMap(([networks, level, said, , post]) =>
		networks.split(' ').map((network) => ({ network, level, said, post })),
	);

const files: RuledFile[] = [];
const upload = (file: RuledFile) => {
	const id = String(files.push(file));
	const thumbnailTimestamp = file.coverAt && file.coverAt * 1000;
	const { ending, alt, thumbnail } = file;
	return { id, path: `https://media.example/${id}.${ending}`, alt, thumbnail, thumbnailTimestamp };
};
/** Days apart, each with as many posts of the channel as there are to be. */
function dayWith(network: string, { aDay, settings }: RuledPost, index: number): string {
	const date = new Date(Date.UTC(2031, 0, 1 + 2 * index)).toISOString();
	for (let other = 1; other < aDay!; other += 1) {
		storePost(service, network, { publishDate: date, settings: { __type: network, ...settings } });
	}
	return date;
}
const bodyOf = (network: string, post: RuledPost, index: number) => {
	const { text = 'Tea', files = [], later = [], settings, aDay } = post;
	const parts = [{ text, files }, ...later];
	return request(
		[
			item(
				service,
				network,
				settings,
				parts.map((part) => segment(part.text, part.files?.map(upload))),
			),
		],
		aDay ? { date: dayWith(network, post, index) } : {},
	);
};

/** The cards of the page that a run made, by their number. */
async function cardsOf({ output, error }: NodeRun) {
	expect(error).toBeUndefined();
	const { preview } = output[0].find(({ binary }) => binary)!.binary!;
	const page = (await bytesOf(preview)).toString();
	return new Map(
		page.split('<article').map((card) => {
			const [, number] = /id="post-(\d+)"/.exec(card) ?? [];
			const lines = [...card.matchAll(/<ul class="(problems|notes)">([^]*?)<\/ul>/g)];
			return [Number(number), lines.map(([, kind, said]) => `${kind}: ${said}`).join('\n')];
		}),
	);
}
const asMarkup = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('every rule that a post breaks is told on its card', async () => {
	addWarpcast(service);
	jest.spyOn(Uploads.prototype, 'measure').mockImplementation(async (file) => {
		const measured = fileOf(files[Number(file.reference!.id) - 1]);
		return await Promise.resolve({ ...measured, ...file });
	});
	const run = await createFromJson(
		service,
		'={{ $json }}',
		{ options: { previewOnly: true, ifExists: 'skip' } },
		{ items: jsonItems(cases.map(({ network, post }, index) => bodyOf(network, post, index))) },
	);
	const cards = await cardsOf(run);
	const { output } = run;
	const untold = output[0].filter(({ json, pairedItem }) => {
		const { level, said } = cases[(pairedItem as { item: number }).item];
		const kind = level === 'noted' ? 'notes' : 'problems';
		const own = cards.get(json.number as number)!.split('\n');
		const lines = own.filter((line) => line.startsWith(kind)).join();
		return !lines.toLowerCase().includes(asMarkup(said).toLowerCase());
	});
	expect(
		untold.map(({ json, pairedItem }) => [cases[(pairedItem as { item: number }).item], json]),
	).toEqual([]);
	expect(output[0]).toHaveLength(cases.length);
});

test('a file of a setting that is too large is told on its card', async () => {
	const [, , said, , { thumbnail = 0 }] = ruleCases.find(([, , , , post]) => post.thumbnail)!;
	const cover = memoryFile(Buffer.concat([PNG, Buffer.alloc(thumbnail)]), {
		fileName: 'a.png',
		mimeType: 'image/png',
	});
	const youtube = { title: 'Tea', type: 'public', settings: { thumbnail: 'cover' } };
	const run = await createPost(
		service,
		{ ...onChannels(channelEntry(service, 'youtube', youtube)), options: { previewOnly: true } },
		{ items: [{ json: {}, binary: { cover } }] },
	);
	expect((await cardsOf(run)).get(1)).toContain(said);
});
