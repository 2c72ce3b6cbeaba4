import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { ROOT } from '../../../../harness/paths.cjs';
import { fileNamed, requestFor, smallestOf } from '../../../../service/recorded/posts.cjs';
import type { MediaCase, SettingsCase } from '../../../../service/recorded/posts.cjs';
import { withReplay } from '../../../../service/recorded/replay.cjs';
import { readCases, type Call } from '../../../../service/recorded/workspace.cjs';
import { jsonItems } from '../../../support/harness.cjs';
import { createFromJson, storedPosts } from '../../../support/posts.cjs';

/** A request body with its name. */
interface Known {
	title: string;
	body: IDataObject;
}

interface TemplateCase extends Known {
	/** What must arrive, for each post. */
	settings: IDataObject[];
}

/** Creates posts from bodies in the recorded workspace; `failed` has a sentence for each that was rejected. */
const create = async (known: Known[]) =>
	await withReplay(async ({ service, names }) => {
		const items = known.map(({ body }) => ({ body: names.resolve(body) }));
		const { output, error } = await createFromJson(
			service,
			'={{ $json.body }}',
			{ options: { allowPastDates: true } },
			{ items: jsonItems(items), onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		const failed = output[0].flatMap(({ json, pairedItem }) => {
			const { item } = pairedItem as { item: number };
			return json.error === undefined ? [] : [`${known[item].title}: ${String(json.error)}`];
		});
		const stored = storedPosts(service);
		// In the order of the items: those with the same options share a request.
		const ids = output[0].flatMap(({ json: { postId } }) => postId ?? []);
		return { failed, stored: ids.map((id) => stored.find((post) => post.id === id)!) };
	});

const readTemplates = () =>
	(
		JSON.parse(readFileSync(join(ROOT, 'test/fixtures/templates/bodies.json'), 'utf8')) as {
			cases: TemplateCase[];
		}
	).cases;

test('all bodies in the shapes of known workflows become posts', async () => {
	const templates = readTemplates();
	expect(templates).toHaveLength(26);
	const { failed, stored } = await create(templates);
	expect(failed).toEqual([]);
	const wanted = templates.flatMap(({ body, settings }) =>
		(body.posts as IDataObject[]).map(({ integration }, index) => ({
			channelId: (integration as IDataObject).id,
			settings: settings[index],
		})),
	);
	expect(stored).toMatchObject(wanted);
	expect(stored.filter(({ deleted }) => deleted)).toEqual([]);
});

/** Why, and how many. */
const REFUSED: Array<[reason: RegExp, count: number]> = [
	[/^disabled channel: .*is disabled in Postiz/, 1],
	[/^type unknown: In the JSON, type cannot be “later”/, 1],
	[/, odd: .*there is no setting “extra”/, 2],
	[/^reddit, odd: .*Post Type cannot be “poll”/, 1],
	// Pictures in posts of the kind self, which would be lost.
	[/^reddit, .*: Post Type is Text or Link, which publish no files/, 9],
	[/^instagram-standalone, fullest: .*Collaborators has 4 entries; the maximum is 3/, 1],
	[/ pictures: .*: \d+ of \d+ (files|pictures)/, 25],
	[/: 1 (file|video) (beside a|after a) /, 6],
	[/: the type of .* is (GIF|WEBP)/, 3],
	[/^slack, .*Slack would not show/, 5],
	[/^mewe, .*: no picture/, 3],
];

const bodyOf = (...parts: Parameters<typeof requestFor>) =>
	requestFor(...parts) as unknown as IDataObject;

test('all bodies that a running instance took become posts, but for what would do harm', async () => {
	const bodies = readCases<Call>('bodies.json')
		.filter(({ response }) => response.status === 201)
		.map(({ title, request }) => ({ title, body: request.body as IDataObject }));
	const settings = readCases<SettingsCase>('settings.json')
		.filter(({ status }) => status === 201)
		.map(({ network, title, settings: given, image = [] }) => ({
			title: `${network}, ${title}`,
			body: bodyOf(network, [{ content: 'Tea', image }], given),
		}));
	const media = readCases<MediaCase>('media.json')
		.filter(({ taken, files }) => taken && files.length === 1)
		.map(({ network, title, settings: given, files }) => ({
			title: `${network}, ${title}`,
			body: bodyOf(
				network,
				[{ content: 'Tea', image: files[0].map(fileNamed) }],
				given ?? smallestOf(network).settings,
			),
		}));
	const all = [...bodies, ...settings, ...media];
	expect(all).toHaveLength(482);
	const { failed } = await create(all);
	// Posts that would never be published, may be meant as drafts, are rejected or cut by networks, or lose a setting.
	const count = ([reason]: [RegExp, number]): [RegExp, number] => [
		reason,
		failed.filter((sentence) => reason.test(sentence)).length,
	];
	expect(REFUSED.map(count)).toEqual(REFUSED);
	const others = failed.filter((sentence) => !REFUSED.some(([reason]) => reason.test(sentence)));
	expect(others).toEqual([]);
}, 60_000);
