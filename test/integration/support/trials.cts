/**
 * Compares what the node rejects in a trial with what the service rejects: the same form runs twice, once as it is, and
 * once without validation, so that the service decides on every post.
 */
import type { INodeParameters } from 'n8n-workflow';

import { findNetwork } from '../../../nodes/Postiz/networks';
import { createJsonItems, getItemIndex, runNode } from './harness.cjs';
import { createForm, selectChannels } from './posts.cjs';
import {
	addWarpcast,
	connect,
	createPostItem,
	createPostRequest,
	createSegment,
	upload,
} from '../../service/client.cjs';
import { createPng } from '../../shared/samples.cjs';
import { findDueRejection } from '../../service/networks/due.cjs';
import { createDuePost } from '../../service/publishing.cjs';
import { startService, type Service } from '../../service/server.cjs';
import type { NamedFile, Row, Trial } from './trialPosts.cjs';

/** Sizes of pictures: right ones and wrong ones. */
const SIZES = [
	[400, 300],
	[800, 600],
	[400, 300],
	[401, 300],
	[10, 10],
];

/** Starts a service with some pictures; no address elsewhere can be reached. */
export async function startTrialService() {
	const service = await startService({
		hourlyLimit: 10_000_000,
		bodyLimit: 10_000_000,
		resolveHost: async () => [],
		// The node measures uploaded pictures, too.
		showsUploads: true,
	});
	addWarpcast(service);
	const pictures: NamedFile[] = [];
	for (const [width, height] of SIZES)
		pictures.push(await upload(service, createPng(width, height)));
	return { service, pictures, close: async () => await service.close() };
}
export type TrialService = Awaited<ReturnType<typeof startTrialService>>;

/** The outcome of a post. */
type PostOutcome =
	| { kind: 'accepted' | 'rejectedByNode' }
	| { kind: 'rejectedByService' | 'rejectedWhenDue'; message: string };

export interface Disagreement {
	row: number;
	kind: 'falseRejection' | 'miss';
	/** The message of the side that rejected it. */
	reason: string;
}

/** What the node rejects although the service accepts it, as it would be lost or fail later. */
const STRICTER = [
	/of the thread would be lost/i,
	/They would not be published: add them to the post/i,
	// Files of the sandbox are on this machine.
	/the network cannot reach files at/i,
	// Postiz does not check its drafts.
	/^Kick: /i,
	/Collaborators has \d+ entries; the maximum is 3/i,
	// Mastodon counts links differently.
	/^Mastodon: .*of 500 characters/i,
	/Post Type is Text or Link, which publish/i,
	// Settings that only the form requires, at least of drafts.
	/is required if (About|Button|Post Type) is/i,
];

/** Runs a trial both ways, and returns the differences. */
export async function findDisagreements(
	trialService: TrialService,
	trial: Trial,
): Promise<Disagreement[]> {
	const asIs = await run(trialService, trial);
	const unchecked = await run(trialService, trial, { skipValidation: true });
	let validated: string[][] | undefined;
	const found: Disagreement[] = [];
	for (const [row, node] of asIs.entries()) {
		const own = trial.rows[row];
		if ('message' in node && !isKnownOnlyToService(own, node.message))
			found.push({ row, kind: 'miss', reason: node.message });
		if (node.kind !== 'rejectedByNode') continue;
		const { kind } = unchecked[row];
		if (
			kind !== 'accepted' &&
			!(kind === 'rejectedByNode' && (await acceptsFiles(trialService, own)))
		)
			continue;
		validated ??= await validate(trialService, trial);
		const sentences = validated[row];
		const unknown = sentences.filter((sentence) => !STRICTER.some((known) => known.test(sentence)));
		if (unknown.length > 0 || sentences.length === 0)
			found.push({ row, kind: 'falseRejection', reason: unknown.join(' | ') });
	}
	return found;
}

/**
 * What the service says about a post that the node rejects even without its checks, as it does only for
 * unsuitable files: a draft with these files, on a network that accepts any.
 */
async function acceptsFiles(
	{ service }: TrialService,
	{ date, post, thread }: Row,
): Promise<boolean> {
	const value = [post, ...thread].map(({ media }) => createSegment('Tea', media));
	const body = createPostRequest([createPostItem(service, 'nostr', {}, value)], {
		type: 'draft',
		date,
	});
	return (await connect(service).post('/posts', body)).status === 201;
}

/** True if only the service may be able to open a picture. */
function isKnownOnlyToService({ post, thread }: Row, message: string): boolean {
	const files = [post, ...thread].flatMap(({ media }) => media);
	const isOutOfReach = files.some(({ path }) => path.includes('media.example'));
	return isOutOfReach && /pixels|same width and height/.test(message);
}

/** The outcomes of the posts of a trial, in order. */
async function run(
	{ service }: TrialService,
	trial: Trial,
	options: Options = {},
): Promise<PostOutcome[]> {
	service.requests.length = 0;
	service.state.posts.length = 0;
	const { output, error } = await runNode({
		service,
		parameters: createTrialForm(service, trial, options),
		items: createJsonItems(trial.rows.map((row) => ({ ...row }))),
		onError: 'continueRegularOutput',
	});
	if (error) throw new Error(error.message);
	const answers = countAnswersByDate(service);
	return trial.rows.map(({ date }, index): PostOutcome => {
		const failed = output[0].find(
			(item) => getItemIndex(item) === index && item.json.error !== undefined,
		);
		if (!failed) {
			const post = service.state.posts.find(({ publishDate }) => publishDate === date);
			const isDue = post !== undefined && post.state !== 'DRAFT';
			const message =
				isDue && findDueRejection(post.identifier, createDuePost(post, service.state));
			return message ? { kind: 'rejectedWhenDue', message } : { kind: 'accepted' };
		}
		const message = String(failed.json.error);
		const answer = answers.get(date);
		return answer === undefined
			? { kind: 'rejectedByNode' }
			: { kind: 'rejectedByService', message: `${answer} (${message})` };
	});
}

type Options = Partial<Record<'skipValidation' | 'previewOnly', boolean>>;

/** All problems of Preview Only with each post of a trial, with its network. */
async function validate({ service }: TrialService, trial: Trial): Promise<string[][]> {
	const { output } = await runNode({
		service,
		parameters: createTrialForm(service, trial, { previewOnly: true }),
		items: createJsonItems(trial.rows.map((row) => ({ ...row }))),
	});
	return trial.rows.map((_row, index) =>
		output[0]
			.filter((item) => getItemIndex(item) === index)
			.flatMap(({ json }) => {
				const { toFix, channel } = json;
				const [network] = String(channel).split(': ');
				return toFix
					? String(toFix)
							.split('\n')
							.map((line) => `${network}: ${line}`)
					: [];
			}),
	);
}

/** The errors of the service by the date of the post. */
function countAnswersByDate({ requests }: Service): Map<string, number> {
	return new Map(
		requests
			.filter(({ method, path }) => method === 'POST' && path.endsWith('/posts'))
			.map(({ body, status }) => [(body as { date: string }).date, status]),
	);
}

function createTrialForm(service: Service, trial: Trial, options: Options): INodeParameters {
	const { identifier, verified, type, ifUnsupported, entry, rows } = trial;
	const channel = service.state.channels.find((known) => known.identifier === identifier)!;
	channel.verified = verified;
	const createMedia = (part: string) => ({
		file: [{ source: 'upload', file: `={{ $json.${part}.media }}` }],
	});
	return createForm(service, {
		type,
		date: '={{ $json.date }}',
		content: '={{ $json.post.text }}',
		media: createMedia('post'),
		...selectChannels({
			...entry,
			provider: findNetwork(identifier)!.identifier,
			integrationId: { __rl: true, mode: 'id', value: channel.id },
		}),
		...(rows[0].thread.length > 0 && {
			thread: {
				segment: rows[0].thread.map((_part: Row['thread'][0], index) => ({
					content: `={{ $json.thread[${index}].text }}`,
					media: createMedia(`thread[${index}]`),
				})),
			},
		}),
		options: { contentFormat: '={{ $json.format }}', ifUnsupported, ...options },
	});
}
