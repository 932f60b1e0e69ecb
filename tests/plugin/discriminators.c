/* discriminators.c: what asks for names in line tables is no profile: blocks of one line are not numbered for one. For
 * the user's own they are.
 * RUN: %clang %plugin -O2 -S -emit-llvm %s -o - | FileCheck %s
 * RUN: %clang %plugin -fdebug-info-for-profiling -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=OWN %s
 */
int more(int n);
int less(int n);

/* clang-format off */
int choose(int n) { if (n > 3) return more(n) + 1; else return less(n) - 1; }
/* clang-format on */

/* CHECK-LABEL: define{{.*}} @choose
 * CHECK-NOT: DILexicalBlockFile({{.*}}discriminator:
 * OWN: DILexicalBlockFile({{.*}}discriminator:
 */
