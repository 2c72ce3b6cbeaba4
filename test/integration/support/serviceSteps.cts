import { upload } from '../../service/client.cjs';
import { type FaultRule, type ServiceOptions, startService } from '../../service/server.cjs';
import { INSTANCE, LISTING, PUBLIC_POST, SENDING, type Step } from './caseState.cjs';

/** Continues with another instance, such as one of an older release. */
const useInstance =
	(options: ServiceOptions): Step =>
	async (current) => {
		await current.close?.();
		current.service = await startService({ ...INSTANCE, ...options });
		current.close = async () => await current.service.close();
	};

/** Moves the clocks of n8n and the service forward. */
export const passTime =
	(ms: number): Step =>
	(current) => {
		current.clockOffsetMs += ms;
		current.service.advance(ms);
	};

/** Moves only the clock of n8n. */
export const shiftClockOfN8n =
	(ms: number): Step =>
	(current) =>
		(current.clockOffsetMs += ms);

/** Uploads a file in an earlier node; each upload has another path. */
export const uploadFile =
	(bytes: Buffer): Step =>
	async (current) => {
		current.file = await upload(current.service, bytes);
	};

/** Makes the service answer 500 to posts whose text has this word. */
export const failToStore =
	(unwritable: string | null): Step =>
	({ service }) => {
		service.state.unwritable = unwritable;
	};

/** Creates steps that inject faults into requests. */
const createFaultStep =
	(match: FaultRule['match']) =>
	(rule: Omit<FaultRule, 'match'>): Step =>
	({ service }) =>
		service.faults.push({ match, ...rule });

export const injectSendFault = createFaultStep(SENDING);
export const injectListFault = createFaultStep(LISTING);
export const injectPublicPostFault = createFaultStep(PUBLIC_POST);

export const USE_OLDER_RELEASE: Step = useInstance({ version: '2.21' });
export const DROP_FINGERPRINTS: Step = useInstance({ dropsUnknownSettings: true });
export const DROP_FINGERPRINTS_AND_SHORTEN_LINKS: Step = useInstance({
	dropsUnknownSettings: true,
	shortensLinks: true,
});
export const REJECT_ONCE: Step = injectSendFault({
	kind: 'status',
	status: 400,
	body: { message: 'No' },
});
