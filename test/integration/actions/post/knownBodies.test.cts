import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { ROOT } from '../../../harness/paths.cjs';
import { createRequestFor, type SettingsCase } from '../../../service/recorded/posts.cjs';
import { runInReplay } from '../../../service/recorded/replay.cjs';
import { readCases, type Call } from '../../../service/recorded/workspace.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import { createFromJson, listStoredPosts } from '../../support/posts.cjs';

/** A request body with its name. */
interface Known {
	title: string;
	body: IDataObject;
}

interface TemplateCase extends Known {
	/** What must arrive, for each post. */
	settings: IDataObject[];
}

/** A body with the channels and boards of the sandbox, in place of the invented ones that an instance takes. */
const insertRealIds = (body: IDataObject) =>
	JSON.parse(
		JSON.stringify(body)
			.replaceAll('"channel":"c"', '"channel":"general"')
			.replaceAll('"board":"b"', '"board":"latte-art"'),
	) as IDataObject;

/** Creates posts from bodies in the recorded workspace; `failed` has a sentence for each that was rejected. */
const create = async (known: Known[]) =>
	await runInReplay(async ({ service, placeholders }) => {
		const items = known.map(({ body }) => ({ body: placeholders.resolve(insertRealIds(body)) }));
		const { output, error } = await createFromJson(
			service,
			'={{ $json.body }}',
			{ options: { allowPastDates: true } },
			{ items: createJsonItems(items), onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		const failed = output[0].flatMap(({ json, pairedItem }) => {
			const { item } = pairedItem as { item: number };
			return json.error === undefined ? [] : [`${known[item].title}: ${String(json.error)}`];
		});
		const stored = listStoredPosts(service);
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

/** What Postiz itself would not take as it is meant. */
const UNREAD = [
	/^TikTok, the film under video as well.*: In the JSON, posts\[0\]\.value\[0\]\.video is unknown/,
	/^YouTube, the film under video alone: In the JSON, posts\[0\]\.value\[0\]\.video is unknown/,
	/^LinkedIn, a picture with a url .*image\[0\] must have the id and path of an uploaded file/,
	/^Threads and Bluesky, one post .*: In the JSON, posts\[0\]\.value must be a list/,
	/^Pinterest, .* extra keys everywhere: In the JSON, workspace is unknown; posts\[0\]\.platform is/,
];

test('turns the bodies of known workflows into posts, except the parts that Postiz ignores', async () => {
	const templates = readTemplates();
	expect(templates).toHaveLength(26);
	const { failed, stored } = await create(templates);
	expect(failed).toEqual(UNREAD.map((sentence) => expect.stringMatching(sentence) as unknown));
	const taken = templates.filter(
		({ title }) => !failed.some((failure) => failure.startsWith(`${title}: `)),
	);
	const expectedPosts = taken.flatMap(({ body, settings }) =>
		(body.posts as IDataObject[]).map(({ integration }, index) => ({
			channelId: (integration as IDataObject).id,
			settings: settings[index],
		})),
	);
	expect(stored).toMatchObject(expectedPosts);
	expect(stored.filter(({ deleted }) => deleted)).toEqual([]);
});

/** Why, and how many. */
const REJECTED: Array<[reason: RegExp, count: number]> = [
	[/^disabled channel: .*is disabled in Postiz/, 1],
	[/^type unknown: In the JSON, type cannot be “later”/, 1],
	[/^repeat, negative: “inter” cannot be “-1”/, 1],
	[/^repeat: Threads: the post would go out twice/, 1],
	[/, odd: .*there is no setting “extra”/, 2],
	// Postiz takes them, but the network would publish nothing.
	[/, odd: .* is required if /, 3],
	[/^discord, odd: .*Discord Channel must be an ID/, 1],
	[/^reddit, odd: .*Post Type cannot be “poll”/, 1],
	[/^instagram-standalone, fullest: .*Collaborators has 4 entries; the maximum is 3/, 1],
];

test('turns the bodies that a running instance accepted into posts, except harmful ones', async () => {
	const bodies = readCases<Call>('bodies.json')
		.filter(({ response }) => response.status === 201)
		.map(({ title, request }) => ({ title, body: request.body as IDataObject }));
	const settings = readCases<SettingsCase>('settings.json')
		.filter(({ status }) => status === 201)
		.map(({ network, title, settings: given, image = [] }) => ({
			title: `${network}, ${title}`,
			body: { ...createRequestFor(network, [{ content: 'Tea', image }], given) } as IDataObject,
		}));
	const all = [...bodies, ...settings];
	expect(all).toHaveLength(93);
	const { failed } = await create(all);
	// Posts that would never be published, may be meant as drafts, are rejected or cut by networks, or lose a setting.
	const count = ([reason]: [RegExp, number]): [RegExp, number] => [
		reason,
		failed.filter((sentence) => reason.test(sentence)).length,
	];
	expect(REJECTED.map(count)).toEqual(REJECTED);
	const others = failed.filter((sentence) => !REJECTED.some(([reason]) => reason.test(sentence)));
	expect(others).toEqual([]);
});
