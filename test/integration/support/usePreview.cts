import type { INodeParameters } from 'n8n-workflow';

import { createTooLongText } from '../../networks/table.cjs';
import { type NodeRun, type NodeRunOptions } from './harness.cjs';
import { readBytes } from './binaryData.cjs';
import {
	createChannelEntry,
	createPost,
	FUTURE,
	listStoredPosts,
	selectChannels,
} from './posts.cjs';
import { listCallsWithoutFacts, LOOK_UP, useService } from './useService.cjs';

/** Starts a service, and runs Create with Preview Only on it. */
export function usePreview() {
	const service = useService({ hourlyLimit: 1000 });
	const runPreview = async (
		parameters: INodeParameters = {},
		{ options = {}, ...run }: Partial<NodeRunOptions> & { options?: INodeParameters } = {},
	) =>
		await createPost(
			service,
			{ type: 'schedule', date: FUTURE, ...parameters, options: { previewOnly: true, ...options } },
			run,
		);
	const selectNetworks = (...networks: string[]) =>
		selectChannels(...networks.map((network) => createChannelEntry(service, network)));
	/** Expects these calls only, and no changes. */
	const expectNothingSent = (...calls: string[]) => {
		expect(listCallsWithoutFacts(service)).toEqual([LOOK_UP, ...calls]);
		expect([listStoredPosts(service), service.state.media]).toEqual([[], []]);
	};
	return { service, runPreview, selectNetworks, expectNothingSent };
}

/** A text that is too long for Bluesky. */
export const { text: LONG } = createTooLongText('bluesky');

/** What the node says of each post. */
export const getRows = ({ output }: NodeRun) => output[0].map(({ json }) => json);

export const readPage = async ({ output }: NodeRun) =>
	(await readBytes(output[0].find(({ binary }) => binary)!.binary!.preview)).toString();
