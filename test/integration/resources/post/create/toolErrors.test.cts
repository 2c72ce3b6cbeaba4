import type { IDataObject, INodeType } from 'n8n-workflow';

import { Postiz } from '../../../../../nodes/Postiz/Postiz.node.ts';
import { providers } from '../../../../../nodes/Postiz/providers';
import { channelOf, item } from '../../../../service/client.cjs';
import type { FaultRule } from '../../../../service/faults.cjs';
import { credentialsFor, runWorkflow, START } from '../../../support/harness.cjs';
import { FUTURE, postRequests, storedPosts } from '../../../support/posts.cjs';
import { react, type ToolInput } from '../../../support/scriptedModel.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';
import { tooLong } from '../../../../networks/table.cjs';

const TOO_LONG = tooLong('bluesky');

const service = useService();
const TOOL = 'n8n-nodes-postiz-publisher.postizTool';
const tool: INodeType = new Postiz();

/** Like the editor's button, which gives the model the name of the field, and no description. */
const byModel = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

/** A tool with channels, date and text, as people create it. */
const FORM = {
	resource: 'post',
	operation: 'create',
	channels: byModel('Channel_Names'),
	type: 'schedule',
	date: byModel('Date'),
	content: byModel('Text'),
};

interface Call {
	parameters?: object;
	host?: string;
}

async function call(input: ToolInput, { parameters = {}, ...wrong }: Call = {}) {
	const name = 'Create a post';
	const { outputOf, error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{ name, type: TOOL, parameters: { ...FORM, ...parameters } },
			],
			connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		},
		{
			service,
			items: [{ json: input as unknown as IDataObject }],
			nodeTypes: { [TOOL]: tool },
			credentials: { postizApi: { ...credentialsFor(service), ...wrong } },
		},
	);
	expect(error).toBeUndefined();
	return outputOf(name)[0].map(({ json }): IDataObject => json);
}

/** Words that mean nothing to a model, which sees no form and no credential, and writes no expressions. */
const OF_THE_FORM =
	/expression|\{\{|\$json|turn (it )?(on|off)|\bthe option\b|\bclick|If the |If a Channel|Skip Validation|Allow Past|Combine Items|Network Settings|under (Text|Media|Date|Options|If|Limit|Update|Filters)|\bcredential\b|this node|previous node|Return All|(Post|Channel|Media) > |null|undefined|\[object/;

interface Course {
	/** Each error that the model was given, in order. */
	told: string[];
	rows: IDataObject[];
	/** What it finally asked a person. */
	asks?: string;
}

/** Lets the scripted model use the tool until there is a post, or it asks; `meanwhile` changes what time would. */
async function use(
	input: ToolInput,
	options: Call & { meanwhile?: () => void } = {},
): Promise<Course> {
	const told: string[] = [];
	for (let next = input; ;) {
		const rows = await call(next, options);
		const [{ error }] = rows;
		if (typeof error !== 'string') return { told, rows: rows.filter(({ channel }) => channel) };
		expect(Object.keys(rows[0])).toEqual(['error']);
		expect(error.replace(/“[^”]*”/g, '“”')).not.toMatch(OF_THE_FORM);
		const reaction = react(next, error);
		// If waiting doesn't help, only a person can.
		if (told.includes(error) && 'again' in reaction && reaction.again === next) {
			return { told, rows: [], asks: error };
		}
		// If the same error came back for other values, the model couldn't follow it.
		expect(told).not.toContain(error);
		expect(told.push(error)).toBeLessThan(5);
		if ('asks' in reaction) return { told, rows: [], asks: reaction.asks };
		next = reaction.again;
		options.meanwhile?.();
	}
}

const INPUT: ToolInput = {
	Channel_Names: 'Bluesky',
	Date: '2099-03-03 10:00',
	Text: 'Our winter menu',
};
const disable = (identifier: string) => {
	for (const channel of service.state.channels)
		if (channel.identifier === identifier) channel.disabled = true;
};
const remove = (...identifiers: string[]) => {
	service.state.channels = service.state.channels.filter(
		({ identifier }) => !identifiers.includes(identifier),
	);
};
const nested = (depth: number): unknown => (depth === 0 ? 'X' : [nested(depth - 1)]);
const secondBluesky = () => {
	const [first] = service.state.channels.filter(({ identifier }) => identifier === 'bluesky');
	service.state.channels.push({ ...first, id: 'bluesky-2' });
};

/** What a model may write, what it is told, and the state of the service. */
const MISTAKES: Array<
	[name: string, input: Partial<ToolInput>, told: RegExp, prepare?: () => void]
> = [
	[
		'no channel',
		{ Channel_Names: '' },
		/^No channel is selected\. Name at least one\. Connected: /,
	],
	['no channel, as null', { Channel_Names: null }, /^No channel is selected/],
	['an empty list of channels', { Channel_Names: '[]' }, /^No channel is selected/],
	['a channel that nobody knows', { Channel_Names: 'Myspace' }, /is called “Myspace”.*Connected: /],
	['a channel that is almost right', { Channel_Names: 'acme-cofee.bsky.social' }, /Did you mean /],
	['a name of several channels', { Channel_Names: 'Acme Coffee' }, /Several channels are called/],
	['a network with several channels', { Channel_Names: 'LinkedIn' }, /several connected channels/],
	[
		'two channels of the same name and network',
		{ Channel_Names: 'acme-coffee.bsky.social' },
		/Several channels are called/,
		secondBluesky,
	],
	[
		'a network without a channel',
		{ Channel_Names: 'Bluesky, Tumblr' },
		/No Tumblr channel is connected/,
		() => remove('tumblr'),
	],
	[
		'a channel that is disabled',
		{ Channel_Names: 'Bluesky, Threads' },
		/is disabled in Postiz/,
		() => disable('threads'),
	],
	[
		'a group that is called like another one',
		{ Channel_Names: 'Acme Tea' },
		/Several groups are called/,
		() => {
			const [one, two] = service.state.groups;
			one.name = two.name = 'Acme Tea';
			const of: Record<string, string> = { bluesky: one.id, threads: two.id };
			for (const channel of service.state.channels)
				channel.customerId = of[channel.identifier] ?? null;
		},
	],
	[
		'an ID that is gone',
		{ Channel_Names: { channelId: 'cmgone' } },
		/No channel or group with the ID “cmgone”/,
	],
	[
		'a channel of another network than it says',
		{ Channel_Names: { channel: 'acme-coffee.bsky.social', network: 'x' } },
		/no channel of “x”/,
	],
	['an object without a channel', { Channel_Names: { color: 'blue' } }, /^Channels cannot be/],
	['lists in lists', { Channel_Names: nested(30) }, /nested lists/],
	['no date', { Date: '' }, /^The date is empty/],
	['no date, as null', { Date: null }, /^The date is empty/],
	[
		'a date in words',
		{ Date: 'tomorrow at ten' },
		/“tomorrow at ten” cannot be read as a date\. Use a form .* It is 20\d\d-/,
	],
	['a day that does not exist', { Date: '2099-02-31 10:00' }, /cannot be read as a date/],
	['a date that can be read in two ways', { Date: '01/04/2099 10:00' }, /It can be 2099-/],
	['a list as date', { Date: ['2099-03-03', '2099-03-04'] }, /cannot be read as a date/],
	['an object as date', { Date: { day: '2099-03-03' } }, /cannot be read as a date/],
	['a past date', { Date: '2020-03-03 10:00' }, /is in the past\. It is 20\d\d-/],
	['no text', { Text: '' }, /the text is empty/i],
	['no text, as null', { Text: null }, /the text is empty/i],
	[
		'no text for several channels',
		{ Channel_Names: 'Bluesky, Threads', Text: ' ' },
		/^The text is empty/,
	],
	['a list as text', { Text: ['Menu'] }, /^Text must be text/],
	['an object as text', { Text: { content: 'Menu' } }, /^Text must be text/],
	['a text that is too long', { Text: TOO_LONG.text }, /^Bluesky: \d+ of \d+ characters/],
	[
		'a text that is too long for two of three',
		{ Channel_Names: 'Bluesky, Threads, Telegram', Text: 'a'.repeat(501) },
		/501 of \d+ characters; Threads: 501 of \d+/,
	],
	[
		'a date and a text that are both wrong',
		{ Date: 'soon', Text: TOO_LONG.text },
		/“soon” cannot be read as a date/,
	],
	[
		'a date and a channel that are both wrong',
		{ Date: '2020-03-03 10:00', Channel_Names: 'Myspace' },
		/^No channel/,
	],
];

test.each(MISTAKES.map(([name, ...rest]) => [name, rest] as const))(
	'a model corrects %s by the message alone',
	async (_name, [wrong, told, prepare]) => {
		prepare?.();
		const course = await use({ ...INPUT, ...wrong });
		expect(course.told[0]).toMatch(told);
		expect(course.asks).toBeUndefined();
		expect(course.rows[0]).toMatchObject({ state: 'scheduled', postId: expect.any(String) });
		// Mistakes cost no requests.
		expect(postRequests(service)).toHaveLength(1);
	},
);

describe('what a network needs', () => {
	const only = (identifier: string) => {
		const ids = [identifier, 'bluesky'].map((one) => channelOf(service, one));
		service.state.channels = service.state.channels.filter(({ id }) => ids.includes(id));
	};

	test.each(
		providers.map(
			({ displayName, identifier, aliases = [] }) => [displayName, identifier, aliases] as const,
		),
	)(
		'%s: without the field, the model leaves the channel out, and says who can help',
		async (name, identifier, aliases) => {
			const known = [identifier, ...aliases].find((one) =>
				service.state.channels.some((channel) => channel.identifier === one),
			);
			only(known!);
			const { told, rows, asks } = await use({ ...INPUT, Channel_Names: `Bluesky, ${name}` });
			expect(asks).toBeUndefined();
			expect(rows.map(({ channel }) => channel).join()).toContain('Bluesky: ');
			if (told.length === 0) return;
			expect(told.join()).toMatch(/leave out|tell the person who made this tool/);
			const alone = await use({ ...INPUT, Text: 'Alone', Channel_Names: name });
			expect(alone.asks).toMatch(/leave out|tell the person who made this tool/);

			const parameters = { options: { ifUnsupported: 'leaveOut' } };
			const both = { ...INPUT, Text: 'Both', Channel_Names: `Bluesky, ${name}` };
			const left = (await call(both, { parameters })).find(({ outcome }) => outcome === 'leftOut');
			expect(left?.note).toMatch(/ is required|: no |^no |takes only drafts/i);
			expect(left?.note).not.toMatch(OF_THE_FORM);
		},
	);

	test('some need nothing, and some a setting or a file', async () => {
		const needy: string[] = [];
		for (const { identifier } of providers) {
			if (!service.state.channels.some((channel) => channel.identifier === identifier)) continue;
			const [row] = await call({ ...INPUT, Channel_Names: channelOf(service, identifier) });
			if (row.error) needy.push(identifier);
		}
		expect(needy).toEqual(expect.arrayContaining(['pinterest', 'instagram', 'youtube', 'reddit']));
		expect(needy).not.toContain('linkedin');
	});
});

const fault = (status: number, more: Partial<FaultRule> = {}) => {
	service.faults.push({
		match: { method: 'POST', path: /\/posts$/ },
		kind: 'status',
		status,
		...more,
	});
};

describe('what passes with time', () => {
	test.each<[string, () => void, RegExp]>([
		[
			'the hourly limit',
			() => fault(429, { headers: { 'retry-after': '720' } }),
			/^The hourly request limit.*Run this again in 12 minutes/,
		],
		[
			'a failure of Postiz',
			() => fault(500, { body: { message: 'Internal server error' } }),
			/– Postiz did not create this post: Postiz failed/,
		],
		[
			'a connection that breaks',
			() =>
				service.faults.push({ match: { path: /integrations$/ }, kind: 'resetBefore', times: 3 }),
			/^Postiz could not be reached.*Try again/,
		],
		[
			'a Postiz that fails',
			() =>
				service.faults.push({
					match: { path: /integrations$/ },
					kind: 'status',
					status: 503,
					times: 9,
				}),
			/^Postiz failed.*Try again later/,
		],
		[
			'a calendar that cannot be read',
			() =>
				service.faults.push({
					match: { method: 'GET', path: /v1\/posts$/ },
					kind: 'status',
					status: 503,
					times: 9,
				}),
			/^It is unknown whether Postiz has this post: .*Nothing was sent\. Run this again later\./,
		],
	])('%s', async (_name, prepare, told) => {
		prepare();
		const course = await use(INPUT, { meanwhile: () => service.faults.clear() });
		expect(course.told).toEqual([expect.stringMatching(told)]);
		expect(course.rows).toHaveLength(1);
		expect(storedPosts(service)).toHaveLength(1);
	});
});

describe('what only a person can change', () => {
	test.each<[string, Call, () => void, RegExp]>([
		['another server', { host: '/nowhere' }, () => {}, /^No Postiz API was found/],
		['a plan that is used up', {}, () => fault(402), /^Your Postiz plan doesn't allow this/],
		['an account that may not', {}, () => fault(403), /doesn't allow this for your account/],
		[
			'no channels at all',
			{},
			() => (service.state.channels = []),
			/^No Bluesky channel is connected/,
		],
	])('%s', async (_name, options, prepare, told) => {
		prepare();
		const host = options.host && `${service.origin}${options.host}`;
		const { asks } = await use(INPUT, { ...options, ...(host && { host }) });
		expect(asks).toMatch(told);
	});
});

test('the same post again is no error, but a hint which post there is', async () => {
	const [first] = (await use(INPUT)).rows;
	expect((await use(INPUT)).rows[0]).toMatchObject({
		outcome: 'there',
		postId: first.postId,
	});
});

describe('a model does not do more than the maker of its tool set', () => {
	const say = async (json: object, parameters: object = {}) => {
		const body = { posts: [item(service, 'bluesky')], ...json };
		const input = { ...INPUT, Json: JSON.stringify(body) };
		const form = { operation: 'createFromJson', json: byModel('Json'), type: 'draft', date: '' };
		const [row] = await call(input, { parameters: { ...form, ...parameters } });
		return row;
	};
	const SET = { type: 'schedule', date: '2099-03-03 10:00' };

	test.each<[object, object, RegExp]>([
		[{ type: 'now' }, {}, /^This tool sets when to publish.*Leave "type" out of the JSON/],
		[{ type: 'schedule', date: FUTURE }, {}, /^This tool sets when to publish/],
		[{ type: 'now' }, SET, /^This tool sets when to publish/],
		[{ date: FUTURE }, SET, /^This tool sets the date.*Leave "date" out of the JSON/],
		[{ inter: 1 }, {}, /^This tool sets the repetition.*Leave "inter" out of the JSON/],
		[
			{ type: 'now', date: FUTURE },
			{ type: 'now' },
			/^The post would be published immediately, not at the date/,
		],
	])('%j is refused', async (json, form, told) => {
		expect((await say(json, form)).error).toMatch(told);
		expect(postRequests(service)).toEqual([]);
	});

	test.each<[object, object, string]>([
		[{}, {}, 'draft'],
		[{ type: 'draft', date: FUTURE, inter: 0 }, {}, 'draft'],
		[{ type: 'draft' }, SET, 'draft'],
		[{ type: 'schedule', date: FUTURE }, { type: 'schedule' }, 'scheduled'],
	])('%j is not', async (json, form, state) => {
		expect(await say(json, form)).toMatchObject({ state });
	});

	test.each([
		['now', FUTURE],
		['nextSlot', FUTURE],
		['now', 'next Friday'],
	])('%s with the date %j is not published at once', async (Type, Date) => {
		const input = { ...INPUT, Type, Date };
		const [{ error }] = await call(input, { parameters: { type: byModel('Type') } });
		expect(error).toMatch(/^The post would be published .* not at the date.*choose "schedule"/);
		expect(postRequests(service)).toEqual([]);
		const [row] = await call({ ...input, Date: '' } as ToolInput, {
			parameters: { type: byModel('Type') },
		});
		expect(row.postId).toEqual(expect.any(String));
	});

	test('a date that the maker left in the form does not count', async () => {
		const [row, { note }] = await call(INPUT, { parameters: { type: 'now', date: FUTURE } });
		expect(row.postId).toEqual(expect.any(String));
		expect(note).toMatch(/^Postiz is publishing 1 post now, 20.* UTC\./);
	});

	test('a file of another host is uploaded like any address, or refused', async () => {
		const withFile = async (path: string) => {
			const file = byModel('File');
			const media = { file: [{ source: 'upload', file }] };
			const input = { ...INPUT, File: JSON.stringify({ id: 'f1', path }) };
			return await call(input, { parameters: { media } });
		};
		const [{ error }] = await withFile('http://10.0.0.5/cup.png');
		expect(error).toMatch(/is not a file of this Postiz/);
		await withFile('https://media.example/cup.png');
		expect(callsOf(service)).toContain('POST /upload-from-url');
		const own = `${service.origin}/uploads/cup.png`;
		expect((await withFile(own))[0].files).toBe(1);
		expect(storedPosts(service).at(-1)!.parts[0].image).toMatchObject([{ id: 'f1', path: own }]);
	});
});
