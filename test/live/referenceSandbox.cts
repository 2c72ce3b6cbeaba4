import type { Version } from '../service/releases/release.cjs';
import { isObject } from '../service/schema.cjs';
import { startService } from '../service/server.cjs';
import { Instance } from './instance.cjs';

/** The maximum length on X without a verified account. */
const X_LIMIT = 280;

/**
 * Starts a sandbox of a release with the channels of an instance, and opens it: the instance must give the same
 * answers.
 */
export async function openReferenceSandbox(instance: Instance, version?: Version) {
	const { tag } = instance.options;
	const service = await startService({ version, hourlyLimit: Infinity });
	const { state, apiUrl: url, apiKey } = service;
	const [channel] = state.channels;
	state.channels = [];
	for (const { id, name, identifier } of instance.channels) {
		const verified = identifier === 'x' && (await getLimit(instance, id)) > X_LIMIT;
		state.channels.push({ ...channel, id, name, identifier, verified });
	}
	state.tags = tag ? [{ id: 'tag', name: tag, color: '#c2410c' }] : [];
	const sandbox = await Instance.open({ url, apiKey, tag });
	return {
		sandbox,
		async close() {
			await sandbox.close();
			await service.close();
		},
	};
}

async function getLimit(instance: Instance, id: string): Promise<number> {
	const { body } = await instance.call('GET', `/public/v1/integration-settings/${id}`);
	const { output } = Object(body) as { output?: unknown };
	return isObject(output) ? Number(output.maxLength) : 0;
}
