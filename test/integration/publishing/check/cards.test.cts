/** What is said of a post stands on its card in the preview: every rule of every network, by the table of them. */
import { Uploads } from '../../../../nodes/Postiz/media/uploads';
import { ruleCases, type RuledFile, type RuledPost } from '../../../networks/rules.cjs';
import { addWarpcast, item, request, segment } from '../../../service/client.cjs';
import { bytesOf, jsonItems } from '../../support/harness.cjs';
import { createFromJson } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';
import { fileOf } from './ruledFiles.cjs';

const service = useService();

/** What lies beyond a body, as in the calendar or in the form, is tried elsewhere. */
const cases = ruleCases
	.filter(([, , , , { aDay, thumbnail }]) => aDay === undefined && thumbnail === undefined)
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
const bodyOf = (network: string, { text = 'Tea', files = [], later = [], settings }: RuledPost) =>
	request([
		item(
			service,
			network,
			settings,
			[{ text, files }, ...later].map((part) => segment(part.text, part.files?.map(upload))),
		),
	]);

/** The cards of the page, by their number. */
const cardsIn = (page: string) =>
	new Map(
		page.split('<article').map((card) => {
			const [, number] = /id="post-(\d+)"/.exec(card) ?? [];
			const lines = [...card.matchAll(/<ul class="(problems|notes)">([^]*?)<\/ul>/g)];
			return [Number(number), lines.map(([, kind, said]) => `${kind}: ${said}`).join('\n')];
		}),
	);
const asMarkup = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('every rule that a post breaks is told on its card', async () => {
	addWarpcast(service);
	jest.spyOn(Uploads.prototype, 'measure').mockImplementation(async (file) => {
		const measured = fileOf(files[Number(file.reference!.id) - 1]);
		return await Promise.resolve({ ...measured, ...file });
	});
	const { output, error } = await createFromJson(
		service,
		'={{ $json }}',
		{ options: { previewOnly: true, ifExists: 'skip' } },
		{ items: jsonItems(cases.map(({ network, post }) => bodyOf(network, post))) },
	);
	expect(error).toBeUndefined();
	const { preview } = output[0].find(({ binary }) => binary)!.binary!;
	const cards = cardsIn((await bytesOf(preview)).toString());
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
