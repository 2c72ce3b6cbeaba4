/** What the node tells a model that calls it as a tool. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allNetworks } from '../../../../nodes/Postiz/networks';
import { createTooLongText } from '../../../networks/table.cjs';
import { findChannelId, createPostItem, createSegment } from '../../../service/client.cjs';
import { runNode, TOOL } from '../../support/harness.cjs';
import { FUTURE, listPostRequests, listStoredPosts } from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const TOO_LONG = createTooLongText('bluesky').text;

/** Like the editor's button, which gives the model the name of the field, and no description. */
const createFromAi = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

const INPUT: IDataObject = {
	Channel_Names: 'Bluesky',
	Date: '2099-03-03 10:00',
	Text: 'Our winter menu',
};

/** Calls a tool with channels, date and text, as people create it. */
async function call(input: IDataObject, parameters: INodeParameters = {}): Promise<IDataObject[]> {
	const form = {
		resource: 'post',
		operation: 'create',
		channels: createFromAi('Channel_Names'),
		type: 'schedule',
		date: createFromAi('Date'),
		content: createFromAi('Text'),
	};
	const { output, error } = await runNode({
		service,
		parameters: { ...form, ...parameters },
		node: { type: TOOL },
		items: [{ json: { ...INPUT, ...input } }],
	});
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json);
}

/** Words that mean nothing to a model, which sees no form and no credential, and writes no expressions. */
const OF_THE_FORM =
	/expression|\{\{|\$json|turn (it )?(on|off)|\bthe option\b|\bclick|If the |If a Channel|Skip Validation|Allow Past|Combine Items|Network Settings|under (Text|Media|Date|Options|If|Limit|Update|Filters)|\bcredential\b|this node|previous node|Return All|(Post|Channel|Media) > |null|undefined|\[object/;

/** The error in an answer. */
function readError([row, ...others]: IDataObject[]): string {
	expect([row, others]).toEqual([{ error: expect.any(String) }, []]);
	expect(String(row.error).replace(/“[^”]*”/g, '“”')).not.toMatch(OF_THE_FORM);
	return row.error as string;
}
const callAndGetError = async (input: IDataObject) => readError(await call(input));

test.each<[wrong: IDataObject, message: RegExp]>([
	[{ Channel_Names: '' }, /^No channel is selected\. Enter at least one\. Connected: /],
	[{ Channel_Names: 'Myspace' }, /is named “Myspace”.*Connected: /],
	[{ Channel_Names: 'acme-cofee.bsky.social' }, /Did you mean Bluesky: acme-coffee/],
	[{ Channel_Names: 'Acme Coffee' }, /matches several channels.*, or one of these: /],
	[{ Channel_Names: { color: 'blue' } }, /^Channels cannot be.*Enter each channel as its name/],
	[{ Date: '' }, /^The date is empty.*such as 2026-12-14 10:00/],
	[{ Date: 'tomorrow at ten' }, /cannot be read as a date\. Write it like .* It is \w+day 20\d\d-/],
	[{ Date: '01/04/2099 10:00' }, /can be 1 April 2099 or 4 January 2099\. Write it like/],
	[{ Date: ['2099-03-03', '2099-03-04'] }, /cannot be read as a date/],
	[{ Date: '2020-03-03 10:00' }, /is in the past\. It is \w+day 20.* now\. Choose a later date/],
	[{ Text: null }, /the text is empty\. A post needs text or media/i],
	[{ Text: ['Menu'] }, /^Text is a list of texts.*Enter one text/],
	[{ Text: TOO_LONG }, /^Bluesky: \d+ of \d+ characters\. Shorten the text/],
	[{ Date: 'soon', Text: TOO_LONG }, /“soon” cannot be read as a date/],
	[{ Date: '2020-03-03 10:00', Channel_Names: 'Myspace' }, /^No channel/],
])('answers %j with what to write instead', async (wrong, words) => {
	expect(await callAndGetError(wrong)).toMatch(words);
	expect(listPostRequests(service)).toEqual([]);
});

test('rejects the words of a model to its user in every format and in JSON', async () => {
	const Text = "Here's your tweet:\n\nTea";
	const OWN_WORDS = /“Here's your tweet:” looks like a model’s reply.*Use only the text/;
	expect(await callAndGetError({ Text })).toMatch(OWN_WORDS);
	for (const contentFormat of ['plain', 'markdown']) {
		expect(readError(await call({ Text }, { options: { contentFormat } }))).toMatch(OWN_WORDS);
	}
	const value = [createSegment(`<p>${Text.replace('\n\n', '</p><p>')}</p>`)];
	const Json = JSON.stringify([createPostItem(service, 'bluesky', {}, value)]);
	const form = { operation: 'createFromJson', json: createFromAi('Json') };
	expect(readError(await call({ Json }, form))).toMatch(OWN_WORDS);
	expect(listPostRequests(service)).toEqual([]);
});

test('advises a model to skip a network that needs more than a text, or to ask a person', async () => {
	const needy: string[] = [];
	for (const { identifier } of allNetworks) {
		if (!service.state.channels.some((channel) => channel.identifier === identifier)) continue;
		const rows = await call({ Channel_Names: findChannelId(service, identifier) });
		if (!rows.some(({ error }) => error)) continue;
		needy.push(identifier);
		expect(readError(rows)).toMatch(/leave out|tell the person who made this tool/);
	}
	expect(needy).toEqual(expect.arrayContaining(['pinterest', 'instagram', 'youtube', 'reddit']));
	expect(needy).not.toContain('linkedin');
});

test.each<[call: string, status: number, message: RegExp]>([
	['POST /posts', 429, /^The hourly request limit.*Run this again in 12 minutes/],
	['POST /posts', 500, /– Postiz did not create this post: Postiz failed/],
	['POST /posts', 402, /^Your Postiz plan doesn't allow this/],
	['GET /posts', 503, /^It is unknown whether Postiz has this post: .*Run this again later\./],
	['GET /integrations', 503, /^Postiz failed.*Try again later/],
	['GET /integrations', 403, /doesn't allow this for your account/],
])('explains %s with the status %d and what to do', async (name, status, words) => {
	const [method, path] = name.split(' ');
	const match = { method, path: new RegExp(`v1${path}$`) };
	const headers = { 'retry-after': '720' };
	service.faults.push({ match, kind: 'status', status, headers, times: 9 });
	expect(await callAndGetError({})).toMatch(words);
	expect(listStoredPosts(service)).toEqual([]);
});

test('does not call an unclear post one that was already in Postiz', async () => {
	await call({});
	const posts = /v1\/posts$/;
	service.faults.push(
		{ match: { method: 'POST', path: posts }, kind: 'resetAfter' },
		// The first list is the one before the request.
		{ match: { method: 'GET', path: posts }, skip: 1, kind: 'status', status: 404 },
	);
	const rows = await call({ Channel_Names: 'Bluesky, Telegram' });
	expect(listStoredPosts(service)).toHaveLength(2);
	expect(rows).toMatchObject([
		{ outcome: 'unchanged' },
		{ error: expect.stringContaining('It is unclear whether Postiz has this post') },
		{ note: '1 post unchanged, 1 unknown.' },
	]);
});

test.each<[operation: string, credentials: Record<string, string>, message: RegExp]>([
	['list', { host: 'ftp://a' }, /^The Base URL in .* is not a web address\. Tell the person/],
	['explode', {}, /^Unknown operation/],
])('answers with an error if all items fail: %s with %j', async (operation, credentials, words) => {
	const { output, error } = await runNode({
		service,
		credentials,
		parameters: { resource: 'integration', operation },
		node: { type: TOOL },
	});
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json)).toEqual([{ error: expect.stringMatching(words) }]);
});

describe('a model cannot exceed the settings of its tool', () => {
	const say = async (json: object, parameters: INodeParameters = {}) => {
		const body = { posts: [createPostItem(service, 'bluesky')], ...json };
		const form = {
			operation: 'createFromJson',
			json: createFromAi('Json'),
			type: 'draft',
			date: '',
		};
		const [row] = await call({ Json: JSON.stringify(body) }, { ...form, ...parameters });
		return row;
	};
	const SET = { type: 'schedule', date: '2099-03-03 10:00' };

	test.each<[object, INodeParameters, RegExp]>([
		[{ type: 'now' }, {}, /^This tool sets when to publish.*Remove "type" from the JSON/],
		[{ type: 'schedule', date: FUTURE }, {}, /^This tool sets when to publish/],
		[{ type: 'now' }, SET, /^This tool sets when to publish/],
		[{ date: FUTURE }, SET, /^This tool sets the date.*Remove "date" from the JSON/],
		[{ inter: 1 }, {}, /^This tool sets the repetition.*Remove "inter" from the JSON/],
		[
			{ type: 'now', date: FUTURE },
			{ type: 'now' },
			/^The post would be published immediately, not at the date/,
		],
		[
			{ type: 'now', date: 'завтра' },
			{ type: 'now' },
			/^The post would be published immediately, not at the date/,
		],
	])('rejects %j', async (json, form, words) => {
		expect((await say(json, form)).error).toMatch(words);
		expect(listPostRequests(service)).toEqual([]);
	});

	test.each<[object, INodeParameters, string]>([
		[{}, {}, 'draft'],
		[{ type: 'draft', date: FUTURE, inter: 0 }, {}, 'draft'],
		[{ type: 'draft' }, SET, 'draft'],
		[{ type: 'schedule', date: FUTURE }, { type: 'schedule' }, 'scheduled'],
	])('accepts %j', async (json, form, state) => {
		expect(await say(json, form)).toMatchObject({ state });
	});

	test.each([
		['now', FUTURE],
		['nextSlot', FUTURE],
		['now', 'next Friday'],
	])('does not publish %s with the date %j at once', async (Type, Date) => {
		const form = { type: createFromAi('Type') };
		const [{ error }] = await call({ Type, Date }, form);
		expect(error).toMatch(/^The post would be published .* not at the date.*choose "schedule"/);
		expect(listPostRequests(service)).toEqual([]);
	});

	test.each(['', 'None', '“now”', 'null', '-'])('treats %j as now', async (none) => {
		const [{ postId }] = await call({ Type: 'now', Date: none }, { type: createFromAi('Type') });
		expect(postId).toEqual(expect.any(String));
	});

	test('ignores a date left in the form of the tool', async () => {
		const [row, { note }] = await call({}, { type: 'now', date: FUTURE });
		expect(row.postId).toEqual(expect.any(String));
		expect(note).toMatch(/^Postiz is publishing 1 post now, 20.* UTC\./);
	});

	test('uploads or rejects a file of another host like any address', async () => {
		const callWithFile = async (path: string) => {
			const media = { file: [{ source: 'upload', file: createFromAi('File') }] };
			return await call({ File: JSON.stringify({ id: 'f1', path }) }, { media });
		};
		const [{ error }] = await callWithFile('http://10.0.0.5/cup.png');
		expect(error).toMatch(/is not a file of this Postiz instance/);
		await callWithFile('https://media.example/cup.png');
		expect(listCalls(service)).toContain('POST /upload-from-url');
		const own = `${service.origin}/uploads/cup.png`;
		expect((await callWithFile(own))[0].files).toBe(1);
		expect(listStoredPosts(service).at(-1)!.parts[0].image).toMatchObject([
			{ id: 'f1', path: own },
		]);
	});
});
