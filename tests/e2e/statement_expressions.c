// statement_expressions.c: a statement expression's lines are visited once each time that it is evaluated, and
// so is the statement around it, which goes on behind it.
//: levels = -O0 | -O1 | -O2 | -O3
#include <stdio.h>

#define NOTHING ((void)0)
#define MAX(a, b) ({ int a_ = (a); int b_ = (b); a_ > b_ ? a_ : b_; })
#define OR_NEXT(x)                                                                                 \
	({                                                                                         \
		int r_ = (x);                                                                      \
		if (r_ & 1)                                                                        \
			continue;                                                                  \
		r_;                                                                                \
	})
#define NEXT(p)                                                                                    \
	({                                                                                         \
		thrice(0);                                                                         \
		(p) = (p)->next;                                                                   \
	})
#define BUMP(i)                                                                                    \
	({                                                                                         \
		if ((i)&1)                                                                         \
			(i)++;                                                                     \
		else                                                                               \
			(i) += 1;                                                                  \
	})
#define LEAVE_IF(is_enough)                                                                        \
	({                                                                                         \
		if (is_enough)                                                                     \
			break;                                                                     \
		0;                                                                                 \
	})

struct item {
	int value;
	struct item *next;
};

static int thrice(int x) //= 505
{
	return x * 3; //= 505
}

static int condition(int i)                               //= 10
{
	if (({                                            //= 10
		    int t = thrice(i);                    //= 10
		    t > 5;                                //= 10
	    }))
		return 1;                                 //= 8
	return 0;                                         //= 2
}

static int loop_head(volatile int k)                      //= 10
{
	int rounds = 0;                                   //= 10
	while (({                                         //= 30
		       k = k + 1;                         //= 30
		       k % 3;                             //= 30
	       }))
		rounds++;                                 //= 20
	return rounds;                                    //= 10
}

static int all_of_for(int n)                              //= 10
{
	int sum = 0;                                      //= 10
	for (int i = ({                                   //= 40
		     int zero = n - n;                    //= 10
		     zero;                                //= 10
	     });
	     ({
		     int end = 3;                         //= 40
		     i < end;                             //= 40
	     });
	     i += ({
		     int step = thrice(i) >= 0;           //= 30
		     step;                                //= 30
	     }))
		sum += i;                                 //= 30
	return sum;                                       //= 10
}

static int of_itself(int i)                               //= 10
{
	return ({                                         //= 10
		i += 1;                                   //= 10
		i & 1;                                    //= 10
	});
}

static int loop_inside(int n)                             //= 10
{
	return thrice(n) + ({                             //= 10
			   int sum = 0;                   //= 10
			   for (int j = 0; j < n; j++)    //= 65
				   sum += thrice(j) & 1;  //= 55
			   sum;                           //= 10
		   });
}

static int nested(int i)                                  //= 10
{
	int v = thrice(i) +                               //= 10
			({
				int t = ({                //= 10
					int u = i + 1;    //= 10
					u += i;           //= 10
					u;                //= 10
				}) + 2;
				if (t & 1)                //= 10
					t += 5;           //= 10
				t;                        //= 10
			});
	return v;                                         //= 10
}

static void as_statement(volatile int *p)                 //= 10
{
	for (int i = 0; i < 3; i++)                       //= 40
		({                                        //= 30
			*p += 1;                          //= 30
			*p += 2;                          //= 30
		});
}

static int left_inside(int n)                             //= 10
{
	int g;                                            //= 10
	g = 2 + ({                                        //= 10
		if (n & 1)                                //= 10
			return 1;                         //= 5
		n;                                        //= 5
	});
	for (int i = 0; i < 2; i++)                       //= 14
		g = 2 + ({                                //= 10
			if (n == 4 && i)                  //= 10
				break;                    //= 1
			n;                                //= 9
		});
	return g;                                         //= 5
}

static int begun_on_its_line(int n)                       //= 10
{
	int g;                                            //= 10
	g = 2 + ({ int t = n;                             //= 10
		t += 1;                                   //= 10
		t + 1; });                                //= 10
	g += thrice(g) + ({ int t = n;                    //= 10
		thrice(t);                                //= 10
		t + 1; }) + thrice(n);                    //= 10
	return g + ({ int t = n;                          //= 10
		t += 1;                                   //= 10
		t + 1; });                                //= 10
}

static int begun_without_code(int n)                      //= 10
{
	int a = ({                                        //= 10
		static int never = 7;                     //= 10
		n;                                        //= 10
	});
	int b = ({                                        //= 10
		if (0)                                    //= 10
			a++;                              //= 0
		3;                                        //= 10
	});
	int c = ({                                        //= 10
		if (n & 1)                                //= 10
			a++;                              //= 5
		3;                                        //= 10
	});
	struct { int x, y; } d = {1, n}, e = ({           //= 10
		NOTHING;                                  //= 10
		d;                                        //= 10
	});
	int turns = 3;                                    //= 10
	int f = ({                                        //= 10
		while (1) {                               //= 30
			if (--turns == 0)                 //= 30
				break;                    //= 10
		}
		n & 1 ? thrice(n) : 3;                    //= 10
	});
	return a + b + c + e.x + f;                       //= 10
}

static int begun_again(int n) //= 10
{
	int sum = 0, i = 0;                              //= 10
	for (;;) {                                       //= 70
		sum += thrice(0) + OR_NEXT(thrice(i++)); //= 70
		if (i > 6)                               //= 40
			break;                           //= 10
	}
	while (i--)                            //= 80
		sum += thrice(0) + OR_NEXT(i); //= 70
again:                                         //= 15
	sum += thrice(0) + ({                  //= 15
		       if (n++ & 1)            //= 15
			       goto again;     //= 5
		       n;                      //= 10
	       });
	return sum; //= 10
}

static int increments(struct item *list) //= 10
{
	int n = 0, i = 0;                       //= 10
	for (struct item *p = list; p; NEXT(p)) //= 40
		n += p->value;                  //= 30
	for (;; BUMP(i)) {                      //= 40
		if (i == 1)                     //= 40
			continue;               //= 10
		if (i == 3)                     //= 30
			break;                  //= 10
	}
	for (i = 0; i < 3; (void)BUMP(i), n++) //= 40
		thrice(i);                     //= 30
	for (i = 0; i < 3; ({                  //= 40
		     i++;                      //= 30
	     }))
		thrice(i); //= 30
	return n;          //= 10
}

static int left_in_head(int n) //= 10
{
	for (;; LEAVE_IF(n > 12))                         //= -
		n += 3;                                   //= 32
	int codeless;                                     //= 10
	for (int i = 0; i < 9; i += LEAVE_IF(i == 2) + 1) //= -
		thrice(i);                                //= 30
	for (;;)                                          //= 13
		switch (LEAVE_IF(n & 1)) {                //= 13
		default:                                  //= 3
			n++;                              //= 3
		}
	int of_switch;                                     //= 10
	for (;;)                                           //= 33
		for (int i = LEAVE_IF(n > 20); i < 3; i++) //= 102
			n++;                               //= 69
	int of_init;                                       //= 10
	return codeless = of_switch = of_init = n;         //= 10
}

int main(void)                                            //= 1
{
	volatile int v = 0;                               //= 1
	int s = 0;                                        //= 1
	struct item items[] = {{1, 0}, {2, &items[0]}, {3, &items[1]}}; //= 1
	for (int i = 0; i < 10; i++) {                    //= 11
		s += condition(i);                        //= 10
		s += loop_head(0);                        //= 10
		s += all_of_for(i);                       //= 10
		s += of_itself(i);                        //= 10
		s += loop_inside(i + 1);                  //= 10
		s += nested(i);                           //= 10
		s += left_inside(i);                      //= 10
		s += begun_without_code(i);               //= 10
		s += begun_on_its_line(i);                //= 10
		s += begun_again(i);                      //= 10
		s += increments(&items[2]);               //= 10
		s += left_in_head(i);                     //= 10
		as_statement(&v);                         //= 10
		s += MAX(thrice(i), s);                   //= 10
	}
	printf("%d %d\n", s, v);                          //= 1
	return 0;                                         //= 1
}
