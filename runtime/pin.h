/* pin.h: keeps the runtime where it is. */
#ifndef LINEPROF_RUNTIME_PIN_H
#define LINEPROF_RUNTIME_PIN_H

/* Has the library that this runtime is linked into stay when it is closed. Not in signal handlers,
 * nor under the lock of lock.h. */
void lp_pin_runtime(void);

#endif
