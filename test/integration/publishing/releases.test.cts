import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { networks, tooLong } from '../../networks/table.cjs';
import type { Version } from '../../service/releases/release.cjs';
import type { Service } from '../../service/server.cjs';
import {
	channelEntry,
	createPost,
	FUTURE,
	onChannels,
	settingsOn,
	storedPosts,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { callsOf, useService } from '../support/useService.cjs';
import { fileOf, PNG } from '../../shared/samples.cjs';
import { memoryFile, runNode } from '../support/harness.cjs';

/** What the preview of these items says, a line each. */
const linesOf = (items: INodeExecutionData[], key: 'toFix' | 'notes') =>
	items.flatMap(({ json }) => {
		const { [key]: lines, status } = json.post as IDataObject;
		const isOfAnother = key === 'toFix' && status === 'waiting';
		return lines === undefined || isOfAnother ? [] : String(lines).split('\n');
	});
const toFix = (items: INodeExecutionData[]) => linesOf(items, 'toFix').sort();
/** But for their first letters, which are capital ones there. */
const startingWith = (problems: string[]) =>
	[...problems]
		.sort()
		.map((problem) => expect.stringContaining(`${problem.slice(1)}. `) as unknown);

// Instances silently ignore what they don't know, and publish the post without it (docs/api.md, Releases).

const FORMS: Record<string, INodeParameters> = {
	wordpress: { title: 'Beans', settings: { status: 'draft' } },
	x: {
		settings: {
			post_type: 'article',
			article_title: 'Beans',
			article_status: 'draft',
			made_with_ai: true,
		},
	},
	facebook: { settings: { post_type: 'story' } },
	linkedin: { settings: { carousel_name: 'Menu' } },
};

/** Settings of newer releases, and the message if they are ignored. */
const YOUNG = [
	['wordpress status', '2.22.1', 'Status: the article would be public at once'],
	['x post_type', 'unreleased', 'Article: the article would go out as a post'],
	['x made_with_ai', '2.21.3', 'Made With AI: the post would have no such label'],
	['facebook post_type', '2.21.8', 'Post Type: the story would be a post on the page'],
	['linkedin carousel_name', '2.15.1', 'Carousel Name: the carousel would have another title'],
] as const;

/** By release, what happens to these settings: kept, certainly rejected, or unknown. */
const ENDS: Array<[Version, ...Array<'kept' | 'ignored' | 'maybe'>]> = [
	['2.8', 'ignored', 'ignored', 'ignored', 'ignored', 'maybe'],
	['2.11', 'ignored', 'ignored', 'ignored', 'ignored', 'maybe'],
	['2.18', 'ignored', 'ignored', 'ignored', 'ignored', 'kept'],
	['2.21', 'ignored', 'ignored', 'kept', 'ignored', 'kept'],
	['2.23', 'kept', 'ignored', 'kept', 'kept', 'kept'],
	['newest', 'kept', 'kept', 'kept', 'kept', 'kept'],
];

const firstChannel = (service: Service, network: string) =>
	service.state.channels.find(({ identifier }) => identifier === network)!;

describe.each(ENDS)('Postiz %s', (version, ...ends) => {
	const service = useService({ version, hourlyLimit: 1000 });

	test('ignores of young settings what the node says', async () => {
		const entries = Object.entries(FORMS).map(([network, settings]) =>
			channelEntry(service, network, settings),
		);
		const create = async (options: INodeParameters) =>
			await createPost(
				service,
				{
					type: 'schedule',
					date: FUTURE,
					...onChannels(...entries),
					media: { file: [{ source: 'binary', binaryField: 'data' }] },
					options,
				},
				{ items: [{ json: {}, binary: { data: memoryFile(fileOf(PNG, 100, 1)) } }] },
			);
		const { output } = await create({ previewOnly: true });
		const said = YOUNG.flatMap(([_key, since, rest], index) => {
			if (ends[index] === 'kept') return [];
			const age = since === 'unreleased' ? 'no newer than 2.23' : `older than ${since}`;
			return ends[index] === 'ignored'
				? `this Postiz is ${age} and ignores ${rest}`
				: `this Postiz may be ${age} and ignore ${rest}`;
		});
		expect(toFix(output[0])).toEqual(startingWith(said));

		expect((await create({ skipValidation: true })).error).toBeUndefined();
		const ignored = storedPosts(service).flatMap((post) =>
			service.ignoredSettings(post).map((name) => `${post.identifier} ${name}`),
		);
		const keys = YOUNG.map(([key]) => key);
		expect(keys.filter((key) => ignored.includes(key))).toEqual(
			keys.filter((_key, index) => ends[index] !== 'kept'),
		);
	});
});

const STORY = 'several files in a story: they would be a carousel in your feed';
const COMMENT = 'Comment Channels: nobody would comment';
const { text: LONG_TEXT, said: TOO_LONG } = tooLong('x');
const LONG = `${LONG_TEXT.length} characters are more than the ${networks.x.usual} that every account may post, and this Postiz cannot say whether this one may.`;
const ALT = 'This Postiz is older than 2.21.9 and does not publish alt texts.';

/** What of a post older releases do otherwise without a setting that shows it: what is refused, and what is noted. */
const OTHERWISE: Array<[Version, problems: string[], notes: string[]]> = [
	[
		'2.8',
		[
			`this Postiz is older than 2.12 and ignores ${COMMENT}`,
			`this Postiz is older than 2.19 and ignores ${STORY}`,
		],
		[ALT, LONG],
	],
	[
		'2.11',
		[
			`this Postiz is older than 2.12 and ignores ${COMMENT}`,
			`this Postiz is older than 2.19 and ignores ${STORY}`,
		],
		[ALT, LONG],
	],
	['2.18', [TOO_LONG, `this Postiz is older than 2.19 and ignores ${STORY}`], [ALT]],
	['2.21', [TOO_LONG], [ALT]],
	['2.23', [TOO_LONG], []],
	['newest', [TOO_LONG], []],
];

describe.each(OTHERWISE)('Postiz %s', (version, problems, notes) => {
	const service = useService({ version, hourlyLimit: 1000 });
	const CUPS = {
		file: ['a', 'b'].map((name) => ({
			source: 'upload',
			file: JSON.stringify({ id: name, path: `https://media.example/${name}.png` }),
			details: { alt: 'Cup' },
		})),
	};

	test('is told for what it is too old, at the cost of no request that counts', async () => {
		storePost(service, firstChannel(service, 'bluesky'), {
			publishDate: new Date().toISOString(),
		});
		const [, other] = service.state.channels.filter(({ identifier }) => identifier === 'linkedin');
		const comment = {
			'plug--linkedin-add-comment--integrations': [other.id],
			'plug--linkedin-add-comment--comment': 'Nice',
		};
		const { output } = await createPost(service, {
			...{ type: 'schedule', date: FUTURE, media: CUPS },
			...onChannels(
				channelEntry(service, 'mastodon'),
				channelEntry(service, 'instagram', { post_type: 'story' }),
				channelEntry(service, 'linkedin', { settings: comment }),
				channelEntry(service, 'x', { content: LONG_TEXT }),
			),
			options: { previewOnly: true },
		});
		expect(toFix(output[0])).toEqual(startingWith(problems));
		const said = linesOf(output[0], 'notes');
		expect(said.filter((note) => !/^Alt Text is not|has no effect/.test(note))).toEqual(notes);
		expect(callsOf(service).filter((call) => /POST|upload/.test(call))).toEqual([]);
	});
});

describe('a setting that the instance ignores', () => {
	const service = useService({ version: '2.21', hourlyLimit: 1000 });
	const IGNORED = 'ignores Status: the article would be public at once';
	const store = (status: string, more: object = {}) =>
		storePost(service, firstChannel(service, 'wordpress'), {
			settings: { __type: 'wordpress', title: 'Beans', type: 'posts', status },
			...more,
		});

	test('ends the node before anything is sent', async () => {
		const { error } = await createPost(
			service,
			onChannels(channelEntry(service, 'wordpress', FORMS.wordpress)),
		);
		expect(error?.message).toContain(IGNORED);
		expect(callsOf(service).filter((call) => call.startsWith('POST'))).toEqual([]);
	});

	test('is refused by Update if it changes, or if it is about to be published', async () => {
		const { id } = store('pending');
		const changed = await updatePost(service, id, settingsOn('wordpress', { status: 'draft' }));
		expect(changed.error?.message).toContain(IGNORED);
		const { error } = await updatePost(service, id, { content: 'Other beans' });
		expect(error?.message ?? '').not.toContain('ignores');

		const draft = store('draft', { state: 'DRAFT' });
		const scheduled = await updatePost(service, draft.id, { state: 'scheduled' });
		expect(scheduled.error?.message).toContain(IGNORED);
		expect(draft.state).toBe('DRAFT');
	});
});

describe.each<[Version, string | undefined]>([
	['2.11', 'this Postiz is older than 2.12 and ignores Delay (Minutes)'],
	['2.18', undefined],
])('a delay in a thread on Postiz %s', (version, said) => {
	const service = useService({ version, hourlyLimit: 1000 });

	test('is kept or refused', async () => {
		storePost(service, firstChannel(service, 'bluesky'), {
			publishDate: new Date().toISOString(),
			state: 'DRAFT',
		});
		const { error } = await createPost(service, {
			type: 'schedule',
			date: FUTURE,
			thread: { segment: [{ content: 'More beans', delay: 5 }] },
		});
		if (said) expect(error?.message).toContain(said);
		else expect(storedPosts(service).at(-1)?.parts[1]?.delay).toBe(5);
	});
});

describe.each<Version>(['2.8', '2.21', 'newest'])('on Postiz %s', (version) => {
	const service = useService({ version, hourlyLimit: 1000 });

	test('a bold < arrives', async () => {
		const { error } = await createPost(service, {
			content: '<p><strong>1 &lt; 2</strong></p>',
			contentFormat: 'html',
		});
		expect(error).toBeUndefined();
		expect(storedPosts(service)[0].parts[0].published).toBe('𝟭 < 𝟮');
	});

	test('what is not listed is left out', async () => {
		storePost(service, firstChannel(service, 'bluesky'), { releaseId: '1', creationMethod: 'API' });
		const list = async (more: INodeParameters = {}) => {
			const { output } = await runNode({
				service,
				parameters: {
					resource: 'post',
					operation: 'list',
					period: 'custom',
					startDate: '2099-03-04',
					endDate: '2099-03-05',
					...more,
				},
			});
			return output[0][0].json;
		};
		const { settings, releaseId, creationMethod } = await list();
		expect({ settings, releaseId, creationMethod }).toEqual({
			settings: version === 'newest' ? { __type: 'bluesky' } : undefined,
			releaseId: version === '2.8' ? undefined : '1',
			creationMethod: ['2.23', 'newest'].includes(version) ? 'API' : undefined,
		});
		expect(await list({ includeDetails: true })).toMatchObject({
			settings: { __type: 'bluesky' },
		});
	});
});
