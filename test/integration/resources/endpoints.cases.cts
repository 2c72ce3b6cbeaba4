import type { INodeParameters } from 'n8n-workflow';

import { fileOf, PNG } from '../../service/samples.cjs';
import { channelOf } from '../../service/client.cjs';
import type { Service } from '../../service/server.cjs';
import { memoryFile, type NodeRunOptions } from '../support/harness.cjs';
import {
	byId,
	channelEntry,
	createForm,
	postById,
	storePost,
	onChannels,
} from '../support/posts.cjs';

/** A call of the service and how a person makes it with the node. */
export interface EndpointCase {
	/** As docs/api.md names it. */
	endpoint: string;
	/** Resource and operation, or what else makes the call. */
	operation: string;
	/** Files with more tests of it; a test looks into each of them for it. */
	tests: string[];
	/** Parameters and input for the smallest run. */
	prepare: (service: Service) => { parameters: INodeParameters } & Pick<NodeRunOptions, 'items'>;
	/** Neither the service nor n8n can fetch the file. */
	refused?: true;
}

const TIKTOK = 'tiktok';

const channelOfNetwork = (service: Service, identifier: string) =>
	service.state.channels.find((channel) => channel.identifier === identifier)!;

function scheduled(service: Service, more: Parameters<typeof storePost>[2] = {}, network = 'x') {
	const publishDate = new Date(Date.now() + 86_400_000).toISOString();
	return storePost(service, channelOfNetwork(service, network), { publishDate, ...more });
}

const withMissingContent = (service: Service) =>
	scheduled(service, { state: 'PUBLISHED', releaseId: 'missing' }, TIKTOK);

const CHANNELS = 'test/integration/resources/integration/operations.test.cts';
const POSTS = 'test/integration/resources/post/operations.test.cts';

const inChannel = (service: Service, identifier = 'bluesky') =>
	byId(channelOf(service, identifier));

/** Every call of the service, each with an operation that makes it. */
export const endpointCases: EndpointCase[] = [
	{
		endpoint: 'GET /integrations',
		operation: 'integration.list',
		tests: ['test/integration/resources/integration/list.test.cts', CHANNELS],
		prepare: () => ({ parameters: {} }),
	},
	{
		endpoint: 'GET /groups',
		operation: 'integration.listGroups',
		tests: [CHANNELS],
		prepare: () => ({ parameters: {} }),
	},
	{
		endpoint: 'DELETE /integrations/{id}',
		operation: 'integration.delete',
		tests: [CHANNELS],
		prepare: (service) => ({ parameters: inChannel(service) }),
	},
	{
		endpoint: 'GET /social/{provider}',
		operation: 'integration.getConnectUrl',
		tests: [CHANNELS],
		prepare: () => ({ parameters: { provider: 'x' } }),
	},
	{
		endpoint: 'GET /find-slot/{id}',
		operation: 'integration.findSlot',
		tests: [CHANNELS, 'test/integration/channels/slots.test.cts'],
		prepare: (service) => ({ parameters: inChannel(service) }),
	},
	{
		endpoint: 'GET /integration-settings/{id}',
		operation: 'integration.getSettings',
		tests: [CHANNELS],
		prepare: (service) => ({ parameters: inChannel(service) }),
	},
	{
		endpoint: 'POST /integration-trigger/{id}',
		operation: 'integration.lookUp',
		tests: [CHANNELS, 'test/integration/providers/pickers.test.cts'],
		prepare: (service) => ({
			parameters: { ...inChannel(service, 'pinterest'), methodName: 'boards' },
		}),
	},
	{
		endpoint: 'POST /upload',
		operation: 'upload.file',
		tests: ['resources/upload/file', 'media/failures', 'media/refusals', 'media/property'].map(
			(idea) => `test/integration/${idea}.test.cts`,
		),
		prepare: () => ({
			parameters: { binaryField: 'data' },
			items: [{ json: {}, binary: { data: memoryFile(fileOf(PNG, 100, 1)) } }],
		}),
	},
	{
		endpoint: 'POST /upload-from-url',
		operation: 'upload.fromUrl',
		tests: ['test/integration/resources/upload/fromUrl.test.cts'],
		prepare: () => ({ parameters: { url: 'https://nowhere.invalid/cup.png' } }),
		refused: true,
	},
	{
		endpoint: 'POST /posts',
		operation: 'post.create',
		tests: [
			'test/integration/resources/post/create/create.test.cts',
			'test/integration/publishing/deliver/combine.test.cts',
			'test/integration/publishing/deliver/faults.test.cts',
			'test/integration/providers/contract.test.cts',
		],
		prepare: (service) => ({
			parameters: createForm(service, {
				...onChannels(channelEntry(service, 'bluesky')),
			}),
		}),
	},
	{
		endpoint: 'POST /posts',
		operation: 'post.createFromJson',
		tests: [
			'test/integration/resources/post/create/createFromJson.test.cts',
			'test/integration/publishing/deliver/combine.test.cts',
			'test/integration/channels/slots.test.cts',
		],
		prepare: (service) => ({
			parameters: {
				type: 'now',
				json: JSON.stringify({
					integration: { id: channelOf(service, 'bluesky') },
					value: [{ content: 'Fresh beans' }],
				}),
			},
		}),
	},
	{
		endpoint: 'POST /posts',
		operation: 'post.update',
		tests: ['update', 'property', 'settings', 'traps'].map(
			(idea) => `test/integration/resources/post/update/${idea}.test.cts`,
		),
		prepare: (service) => ({
			parameters: {
				...postById(scheduled(service, {}, 'bluesky').id),
				updateFields: { content: 'Even fresher beans' },
			},
		}),
	},
	{
		endpoint: 'GET /posts',
		operation: 'post.list',
		tests: [POSTS, 'test/integration/resources/post/get.test.cts'],
		prepare: () => ({ parameters: {} }),
	},
	{
		endpoint: 'GET /posts',
		operation: 'post.wait',
		tests: ['test/integration/resources/post/wait.test.cts'],
		prepare: (service) => ({
			parameters: postById(scheduled(service, { state: 'PUBLISHED' }).id),
		}),
	},
	{
		endpoint: 'GET /public/posts/{id}',
		operation: 'post.get',
		tests: ['test/integration/resources/post/get.test.cts'],
		prepare: (service) => ({ parameters: postById(scheduled(service).id) }),
	},
	{
		endpoint: 'DELETE /posts/{id}',
		operation: 'post.delete',
		tests: [POSTS],
		prepare: (service) => ({ parameters: postById(scheduled(service).id) }),
	},
	{
		endpoint: 'PUT /posts/{id}/status',
		operation: 'post.setStatus',
		tests: [POSTS],
		prepare: (service) => ({
			parameters: { ...postById(scheduled(service).id), status: 'draft' },
		}),
	},
	{
		endpoint: 'GET /posts/{id}/missing',
		operation: 'post.findPublished',
		tests: [POSTS],
		prepare: (service) => ({ parameters: postById(withMissingContent(service).id) }),
	},
	{
		endpoint: 'PUT /posts/{id}/release-id',
		operation: 'post.linkPublished',
		tests: [POSTS],
		prepare: (service) => ({
			parameters: { ...postById(withMissingContent(service).id), releaseId: 'clip-1' },
		}),
	},
	{
		endpoint: 'GET /analytics/{id}',
		operation: 'analytics.channel',
		tests: ['test/integration/resources/analytics/analytics.test.cts'],
		prepare: (service) => ({ parameters: inChannel(service, 'x') }),
	},
	{
		endpoint: 'GET /analytics/post/{id}',
		operation: 'analytics.post',
		tests: ['test/integration/resources/analytics/analytics.test.cts'],
		prepare: (service) => ({
			parameters: postById(scheduled(service, { state: 'PUBLISHED', releaseId: '1' }).id),
		}),
	},
	{
		endpoint: 'GET /notifications',
		operation: 'notification.list',
		tests: ['test/integration/resources/notification/list.test.cts'],
		prepare: () => ({ parameters: {} }),
	},
	{
		endpoint: 'POST /generate-video',
		operation: 'video.generate',
		tests: ['test/integration/resources/video/video.test.cts'],
		prepare: () => ({ parameters: { videoType: 'veo3', prompt: 'A cup in the rain' } }),
	},
	{
		endpoint: 'POST /video/function',
		operation: 'video.runFunction',
		tests: ['test/integration/resources/video/video.test.cts'],
		prepare: () => ({
			parameters: { identifier: 'image-text-slides', functionName: 'loadVoices' },
		}),
	},
];

/** A call that the node does not make. */
export interface UnneededCall extends Pick<EndpointCase, 'endpoint' | 'tests'> {
	why: string;
	/** How its tests call what does the same. */
	insteadOf: RegExp;
}

/** Calls that the node has no need to make, and why. */
export const unneededCalls: UnneededCall[] = [
	{
		endpoint: 'GET /is-connected',
		why: 'not needed: the Test button lists the channels instead, which also the oldest instance can',
		insteadOf: /\btestCredential\(/,
		tests: ['test/integration/transport/connection.test.cts', 'test/e2e/credentials.test.cts'],
	},
	{
		endpoint: 'DELETE /posts/group/{group}',
		why: 'not needed: Post > Delete takes the group with it, and fails if there is no such post',
		insteadOf: /\brun\('delete'/,
		tests: [POSTS],
	},
	{
		endpoint: 'PUT /posts/{id}/settings',
		why: 'not needed: Post > Update changes settings as well, and does not end a repetition',
		insteadOf: /\bupdatePost\(/,
		tests: ['test/integration/resources/post/update/settings.test.cts'],
	},
];
