// orders.cpp: adds up what customers owe and what each product brought in. It looks harmless.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Line {
	int product;
	long cents;
};

struct Order {
	std::string customer;
	std::string address;
	std::vector<Line> lines;
};

struct Discount {
	virtual ~Discount() = default;
	virtual long on(long cents) const = 0;
};

struct NoDiscount : Discount {
	long on(long) const override { return 0; }
};

struct Percent : Discount {
	explicit Percent(int percent) : percent(percent) {}
	long on(long cents) const override { return cents * percent / 100; }
	int percent;
};

constexpr int products = 200;

// What each product brought in, in cents, by its number.
using Totals = std::map<int, long>;

static std::vector<Order> make_orders(int count)
{
	std::vector<Order> orders;
	unsigned seed = 1;
	const auto next = [&seed](unsigned below) {
		seed = seed * 1103515245 + 12345;
		return (seed >> 16) % below;
	};

	for (int i = 0; i < count; i++) {
		Order order{"customer number " + std::to_string(next(500)),
			    std::to_string(next(200)) + " Any Street, Anytown", {}};
		for (int line = 0; line < 4; line++)
			order.lines.push_back({int(next(products)), long(next(10000))});
		orders.push_back(order);
	}
	return orders;
}

static long owed(const std::vector<Order> &orders, const Discount &discount)
{
	long cents = 0;

	for (const auto order : orders)
		for (const auto line : order.lines)
			cents += line.cents - discount.on(line.cents);
	return cents;
}

static void add_up(const std::vector<Order> &orders, Totals &totals)
{
	for (const auto &order : orders)
		for (const auto &line : order.lines)
			totals[line.product] += line.cents;
}

int main()
{
	const std::vector<Order> orders = make_orders(20000);
	std::unique_ptr<Discount> discounts[] = {std::make_unique<NoDiscount>(),
						 std::make_unique<Percent>(5)};
	Totals totals;
	long cents = 0;

	for (int month = 0; month < 360; month++) {
		cents += owed(orders, *discounts[month % 3 == 0]);
		add_up(orders, totals);
	}
	printf("%ld cents owed, product 7 brought in %ld\n", cents, totals[7]);
	return 0;
}
