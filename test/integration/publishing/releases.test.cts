import type { INodeParameters } from 'n8n-workflow';

import type { Version } from '../../service/releases/release.cjs';
import type { Service } from '../../service/server.cjs';
import {
	channelEntry,
	createFromJson,
	createPost,
	FUTURE,
	onChannels,
	settingsOn,
	storedPosts,
	storePost,
	updatePost,
} from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';
import { channelOf } from '../../service/client.cjs';
import { fileOf, PNG } from '../../shared/samples.cjs';
import { jsonItems, memoryFile, runNode } from '../support/harness.cjs';

// An instance takes what it does not know without a word, and publishes the post without it (docs/api.md, Releases).

/** A form of a network with a setting that is young, and what is said where it is ignored. */
interface Form {
	network: string;
	settings: INodeParameters;
	/** Older releases than this ignore it. */
	since: string;
	field: string;
	becomes: string;
	/** The network wants a file. */
	hasFile?: boolean;
}

const FORMS: Form[] = [
	{
		network: 'wordpress',
		settings: { title: 'Beans', settings: { status: 'draft' } },
		since: '2.22.1',
		field: 'Status',
		becomes: 'the article would be public at once',
	},
	{
		network: 'x',
		settings: {
			settings: { post_type: 'article', article_title: 'Beans', article_status: 'draft' },
		},
		since: 'unreleased',
		field: 'Article',
		becomes: 'the article would go out as a post',
	},
	{
		network: 'x',
		settings: { settings: { made_with_ai: true } },
		since: '2.21.3',
		field: 'Made With AI',
		becomes: 'the post would have no such label',
	},
	{
		network: 'facebook',
		settings: { settings: { post_type: 'story' } },
		since: '2.21.8',
		field: 'Post Type',
		becomes: 'the story would be a post on the page',
		hasFile: true,
	},
	{
		network: 'linkedin',
		settings: { settings: { carousel_name: 'Menu' } },
		since: '2.15.1',
		field: 'Carousel Name',
		becomes: 'the carousel would have another title',
	},
];

/** For each release, how the forms end: kept, refused for certain, or as it cannot be known. */
const KEPT: Record<Version, Array<'kept' | 'ignored' | 'maybe'>> = {
	'2.8': ['ignored', 'ignored', 'ignored', 'ignored', 'maybe'],
	'2.11': ['ignored', 'ignored', 'ignored', 'ignored', 'maybe'],
	'2.18': ['ignored', 'ignored', 'ignored', 'ignored', 'kept'],
	'2.21': ['ignored', 'ignored', 'kept', 'ignored', 'kept'],
	'2.23': ['kept', 'ignored', 'kept', 'kept', 'kept'],
	newest: ['kept', 'kept', 'kept', 'kept', 'kept'],
};

const SKIP = 'set the option Skip Validation';

describe.each(Object.entries(KEPT) as Array<[Version, (typeof KEPT)[Version]]>)(
	'Postiz %s',
	(version, ends) => {
		const service = useService({ version, hourlyLimit: 1000 });

		const create = async (
			{ network, settings, hasFile }: Pick<Form, 'network' | 'settings' | 'hasFile'>,
			more: INodeParameters = {},
		) =>
			await createPost(
				service,
				{
					type: 'schedule',
					date: FUTURE,
					content: 'Fresh beans',
					...onChannels(channelEntry(service, network, settings)),
					...(hasFile && { media: { file: [{ source: 'binary', binaryField: 'data' }] } }),
					...more,
				},
				{ items: [{ json: {}, binary: { data: memoryFile(fileOf(PNG, 100, 1)) } }] },
			);

		test.each(FORMS.map((form, index) => [form.network, form.field, form, ends[index]] as const))(
			'%s with %s',
			async (_network, _field, form, end) => {
				const { error } = await create(form);
				if (end === 'kept') {
					expect(error).toBeUndefined();
					const [post] = storedPosts(service);
					expect(service.ignoredSettings(post!)).toEqual([]);
					return;
				}
				const { since, field, becomes } = form;
				const age = since === 'unreleased' ? 'no newer than 2.23' : `older than ${since}`;
				const said =
					end === 'ignored'
						? `this Postiz is ${age} and ignores ${field}`
						: `this Postiz may be ${age} and ignore ${field}`;
				expect(error?.message).toContain(`: ${said}: ${becomes}`);
				expect(error?.description).toContain('Update Postiz, or remove the setting.');
				expect(error?.description?.includes(SKIP)).toBe(end === 'maybe');
				// Nothing is uploaded either.
				expect(callsOf(service).filter((call) => call.startsWith('POST'))).toEqual([]);
			},
		);

		if (version !== '2.21' && version !== 'newest') return;

		test('what happens without a setting as well is asked nothing', async () => {
			const { error } = await create({
				network: 'wordpress',
				settings: { title: 'Beans', settings: { status: 'publish' } },
			});
			expect(error).toBeUndefined();
			expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
		});

		test('a draft is refused alike, in JSON too, and Validate Only says it', async () => {
			const [form] = FORMS;
			const isKept = ends[0] === 'kept';
			const draft = await create(form!, { type: 'draft' });
			const validated = await create(form!, { options: { validateOnly: true } });
			const json = await createFromJson(service, {
				posts: [
					{
						integration: { id: channelOf(service, 'wordpress') },
						value: [{ content: 'Fresh beans', image: [] }],
						settings: { title: 'Beans', type: 'posts', status: 'draft' },
					},
				],
			});
			const saying = isKept ? undefined : expect.stringContaining('ignores Status');
			expect([draft.error?.message, json.error?.message]).toEqual([saying, saying]);
			expect(validated.output[0][0].json).toMatchObject({
				valid: isKept,
				problems: isKept ? [] : [saying],
			});
			expect(storedPosts(service)).toHaveLength(isKept ? 2 : 0);
		});

		test('Skip Validation sends it all the same', async () => {
			const { error } = await create(FORMS[0]!, { options: { skipValidation: true } });
			expect(error).toBeUndefined();
			expect(storedPosts(service)).toHaveLength(1);
			expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
		});

		test('an update is refused for the settings that it changes, not for others', async () => {
			const { id } = storePost(service, firstChannel(service, 'wordpress'), {
				settings: { __type: 'wordpress', title: 'Beans', type: 'posts', status: 'pending' },
			});
			const changed = await updatePost(service, id, settingsOn('wordpress', { status: 'draft' }));
			if (ends[0] === 'kept') expect(changed.error).toBeUndefined();
			else {
				expect(changed.error?.message).toContain(
					'ignores Status: the article would be public at once',
				);
			}
			const { error } = await updatePost(service, id, { content: 'Other beans' });
			expect(error?.message ?? '').not.toContain('ignores');
		});
	},
);

const firstChannel = (service: Service, network: string) =>
	service.state.channels.find(({ identifier }) => identifier === network)!;

describe('a draft whose settings the instance ignores is not scheduled', () => {
	const service = useService({ version: '2.21' });

	test('with Update', async () => {
		const { id } = storePost(service, firstChannel(service, 'wordpress'), {
			state: 'DRAFT',
			settings: { __type: 'wordpress', title: 'Beans', type: 'posts', status: 'draft' },
		});
		const { error } = await updatePost(service, id, { state: 'scheduled' });
		expect(error?.message).toContain('ignores Status: the article would be public at once');
		expect(storedPosts(service)[0]?.state).toBe('DRAFT');
	});
});

describe.each<[Version, string[]]>([
	['2.21', ['GET /groups', 'POST /posts']],
	['2.23', ['POST /posts', 'PUT /posts/id/status']],
])('Kick on Postiz %s', (version, calls) => {
	const service = useService({ version, hourlyLimit: 1000 });

	const schedule = async (more: INodeParameters = {}) =>
		await createPost(
			service,
			{
				type: 'schedule',
				date: FUTURE,
				content: '={{ $json.text }}',
				...onChannels(channelEntry(service, 'kick')),
				...more,
			},
			{ items: jsonItems([{ text: 'one' }, { text: 'two' }]) },
		);

	test('is scheduled the way that it takes, which is asked once', async () => {
		const { error } = await schedule({ combineItems: true });
		expect(error).toBeUndefined();
		expect(storedPosts(service).map(({ state }) => state)).toEqual(['QUEUE', 'QUEUE']);
		const made = callsOf(service).map((call) => call.replace(/posts\/\w+/, 'posts/id'));
		expect([...new Set(made)]).toEqual([LOOK_UP, ...calls]);
		expect(made.filter((call) => call === 'GET /groups').length).toBeLessThan(2);
	});

	test('is changed the same way', async () => {
		await schedule();
		const [post] = storedPosts(service);
		const { error } = await updatePost(service, post!.id, { content: 'Other beans' });
		expect(error).toBeUndefined();
		expect(post).toMatchObject({ state: 'QUEUE', parts: [{ content: 'Other beans' }] });
	});

	test('Validate Only counts as many requests', async () => {
		const { output, error } = await schedule({
			combineItems: true,
			options: { validateOnly: true },
		});
		expect(error).toBeUndefined();
		expect(output[0]?.[0]?.json.requests).toBe(1);
		expect(storedPosts(service)).toEqual([]);
	});
});

describe.each<[Version, 'kept' | 'ignored']>([
	['2.11', 'ignored'],
	['2.18', 'kept'],
])('a delay in a thread on Postiz %s', (version, end) => {
	const service = useService({ version, hourlyLimit: 1000 });

	const create = async (delay: number) =>
		await createPost(service, {
			type: 'schedule',
			date: FUTURE,
			thread: { segment: [{ content: 'More beans', delay }] },
		});

	test('is kept or refused', async () => {
		storePost(service, firstChannel(service, 'bluesky'), {
			publishDate: new Date().toISOString(),
			state: 'DRAFT',
		});
		const { error } = await create(5);
		if (end === 'kept') {
			expect(error).toBeUndefined();
			expect(storedPosts(service).at(-1)?.parts[1]?.delay).toBe(5);
		} else {
			expect(error?.message).toContain(
				'this Postiz is older than 2.12 and ignores Delay (Minutes): the parts of the thread would follow at once',
			);
			expect(error?.description).not.toContain(SKIP);
		}
	});

	test('is refused where no post shows what an older instance keeps', async () => {
		const { error } = await create(5);
		if (end === 'kept') {
			expect(error).toBeUndefined();
			return;
		}
		expect(error?.message).toContain('this Postiz may be older than 2.12');
		expect(error?.description).toContain(SKIP);
	});

	test('of none is asked nothing', async () => {
		const { error } = await create(0);
		expect(error).toBeUndefined();
		expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
	});
});

describe.each<Version>(['2.8', '2.21', 'newest'])('on Postiz %s', (version) => {
	const service = useService({ version, hourlyLimit: 1000 });

	test('a text for X is cut at 280 characters, whatever the instance says', async () => {
		const words = 'beans '.repeat(80).trim();
		const { error } = await createPost(service, {
			type: 'schedule',
			date: FUTURE,
			content: words,
			...onChannels(channelEntry(service, 'x')),
			options: { tooLong: 'split' },
		});
		expect(error).toBeUndefined();
		const lengths = storedPosts(service)[0]?.parts.map(({ published }) => published.length) ?? [];
		expect(lengths).toHaveLength(2);
		expect(Math.max(...lengths)).toBeGreaterThan(270);
		expect(Math.max(...lengths)).toBeLessThanOrEqual(280);
	});

	test('a bold < arrives', async () => {
		const { error } = await createPost(service, {
			type: 'schedule',
			date: FUTURE,
			content: '<p><strong>1 &lt; 2</strong></p>',
			contentFormat: 'html',
		});
		expect(error).toBeUndefined();
		expect(storedPosts(service)[0]?.parts[0]?.published).toBe('𝟭 < 𝟮');
	});

	test('what is not listed is null', async () => {
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
			return output[0]?.[0]?.json;
		};
		expect(await list()).toMatchObject({
			settings: version === 'newest' ? { __type: 'bluesky' } : null,
			releaseId: version === '2.8' ? null : '1',
			creationMethod: ['2.23', 'newest'].includes(version) ? 'API' : null,
		});
		expect(await list({ includeDetails: true })).toMatchObject({
			settings: { __type: 'bluesky' },
		});
	});
});
